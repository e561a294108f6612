import { vectorTableName } from './search/vector-store.js';

/** Tables of the knowledge graph that can be made again from the others: a repair may remove them. */
export const derivedKnowledgeTables: readonly string[] = [vectorTableName];
