import { searchTableNames } from './store/index-tables.js';

const remake = 'The next search or "lexichord index" makes it again.';

/** The tables of the index, all of which can be made again: a repair may remove them. By name, what makes each again. */
export const derivedSearchTables: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(searchTableNames).map((name) => [name, remake]),
);
