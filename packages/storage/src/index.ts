// database
export { IDatabase } from './database/database.js';

// tables
export type {
  OptimizeReport,
  RowGuard,
  ScanOptions,
  SearchOptions,
  SelectOptions,
  Table,
  TableOrigin,
  TextHit,
  TextSearchOptions,
  UpsertOptions,
  UpsertReport,
  VectorHit,
} from './table/table.js';

// schema
export {
  type Column,
  type Columns,
  type OptionalColumn,
  type RowOf,
  type VectorValue,
  column,
} from './schema/column.js';
export { type MigrationStep, type TableDefinition, type TableSchema, defineTable } from './schema/table-schema.js';

// predicates
export {
  type Predicate,
  and,
  atLeast,
  atMost,
  contains,
  equals,
  greater,
  less,
  missing,
  not,
  oneOf,
  or,
  startsWith,
} from './predicates/predicate.js';

// opening
export { openDatabase } from './open-database.js';
export { registerStorageModule } from './storage-module.js';
export type { StorageOptionsInput } from './storage-options.js';
