import { levelTableName } from './store/compression-tables.js';

/** Tables of conversation memory that can be made again from the others: a repair may remove them. */
export const derivedCompressionTables: readonly string[] = [levelTableName];
