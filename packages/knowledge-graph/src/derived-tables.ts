import { vectorTableName } from './search/vector-store.js';

/**
 * Tables of the knowledge graph that can be made again from the others: a repair may remove them. By name, what makes each
 * again.
 */
export const derivedKnowledgeTables: Readonly<Record<string, string>> = {
  [vectorTableName]:
    'The next "lexichord knowledge import", of any file, changed or not, makes it again for all facts; until then, ' +
    'entities of a large graph are found by their words alone.',
};
