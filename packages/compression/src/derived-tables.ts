import { levelTableName } from './store/compression-tables.js';

/**
 * Tables of conversation memory that can be made again from the others: a repair may remove them. By name, what makes each
 * again.
 */
export const derivedCompressionTables: Readonly<Record<string, string>> = {
  [levelTableName]: 'Whatever shows, recalls or adds to a conversation makes again what it needs of it.',
};
