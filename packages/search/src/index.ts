// module
export { registerSearchModule } from './search-module.js';
export { SearchOptions, type SearchOptionsInput, searchOptionsSchema } from './search-options.js';

// services
export { searchTableNames } from './store/index-tables.js';
export { HybridSearchService } from './hybrid-search-service.js';
export { WorkspaceIndex } from './workspace-index.js';

// embeddings
export { RemoteEmbeddingProvider } from './embedding/remote-embedding-provider.js';
export { StaticEmbeddingProvider } from './embedding/static-embedding-provider.js';
