import type { IEntityIndex } from '../search/graph-entity-index.js';

/** An index that finds nothing, for specs of what lies beside it. */
export const noEntityIndex: IEntityIndex = {
  refresh: () => Promise.resolve({ embedded: 0, warnings: [] }),
  search: () => Promise.resolve({ found: [], warnings: [] }),
};
