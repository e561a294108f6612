import { type RowOf, type TableSchema, column, defineTable } from '@lexichord/storage';

/** All present and past facts. Not derived: past facts are stored nowhere else. */
export const factTableName = 'knowledge-facts';

const factColumns = {
  /** Fact, document and start of validity; see `fact-rows.ts`. */
  key: column.string(),
  workspace: column.string(),
  /** `entity`, `relationship`, `axiom`; `head` for the row that every commit changes. */
  kind: column.string(),
  /** Id of the fact; statements of several documents about one thing share one id. */
  id: column.string(),
  /** Type of the entity or relationship; target type of an axiom. */
  type: column.string(),
  /** Name of the entity or axiom. */
  name: column.string(),
  /** Ends of a relationship. */
  fromEntityId: column.string(),
  toEntityId: column.string(),
  documentPath: column.string(),
  /** Lines of the first source in the document. */
  startLine: column.int32(),
  endLine: column.int32(),
  /** JSON of all other fields; empty if there are none. */
  payload: column.string(),
  /** Start of the time for which the fact has been known without a gap, in any version. */
  createdMs: column.timestamp(),
  validFromMs: column.timestamp(),
  /** Exclusive; absent while the statement holds. */
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
