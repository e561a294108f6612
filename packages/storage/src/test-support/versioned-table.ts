import { type RowOf, column } from '../schema/column.js';
import { type TableSchema, defineTable } from '../schema/table-schema.js';

const columns = { id: column.string(), text: column.string() };
export type VersionedRow = RowOf<typeof columns>;

/** A table that cannot be made again, as an earlier version of Lexichord has it and as this one does: with checksums. */
export function versionedTable(version: 1 | 2): TableSchema<VersionedRow> {
  const definition = { name: 'versioned', columns, key: 'id', derived: false } as const;
  if (version === 1) return defineTable({ ...definition, version });
  return defineTable({ ...definition, version, checksummed: true, migrations: { 2: { addChecksums: true } } });
}
