// module
export { registerSearchModule } from './search-module.js';
export { SearchOptions, type SearchOptionsInput, searchOptionsSchema, searchSection } from './search-options.js';

// tables
export { derivedSearchTables } from './store/index-tables.js';

// embeddings
export { RemoteEmbeddingProvider } from './embedding/remote-embedding-provider.js';
export { StaticEmbeddingProvider } from './embedding/static-embedding-provider.js';
