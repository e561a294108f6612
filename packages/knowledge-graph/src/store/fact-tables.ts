import { type RowOf, type TableSchema, column, defineTable } from '@lexichord/storage';

/** Every fact that is or was known. It is not derived: earlier facts are stored nowhere else. */
export const factTableName = 'knowledge-facts';

const factColumns = {
  /** Fact, document and the time from which it holds; see `fact-rows.ts`. */
  key: column.string(),
  workspace: column.string(),
  /** `entity`, `relationship`, `axiom`; `head` for the row that every commit changes. */
  kind: column.string(),
  /** Of the fact; what several documents state of one thing has one id. */
  id: column.string(),
  /** Of the entity or relationship; of an axiom its target type. */
  type: column.string(),
  /** Of the entity or axiom. */
  name: column.string(),
  /** Ends of a relationship. */
  fromEntityId: column.string(),
  toEntityId: column.string(),
  documentPath: column.string(),
  /** Of the first place in the document. */
  startLine: column.int32(),
  endLine: column.int32(),
  /** JSON of whatever else there is to say; empty where there is nothing. */
  payload: column.string(),
  /** Since when the fact has been known without a break, in whatever version. */
  createdMs: column.timestamp(),
  validFromMs: column.timestamp(),
  /** Exclusive; absent as long as it holds. */
  validUntilMs: column.optional(column.timestamp()),
};

/** A present or past statement of one document about one thing. */
export type FactRow = RowOf<typeof factColumns>;

export const factTable: TableSchema<FactRow> = defineTable({
  name: factTableName,
  version: 2,
  columns: factColumns,
  key: 'key',
  derived: false,
  checksummed: true,
  migrations: { 2: { addChecksums: true } },
});
