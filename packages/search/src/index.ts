// module
export { registerSearchModule } from './search-module.js';
export { SearchOptions, type SearchOptionsInput, searchOptionsSchema, searchSection } from './search-options.js';

// tables
export { derivedSearchTables } from './store/index-tables.js';
