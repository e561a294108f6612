export { type ComposeOptions, ComposedStrategy, type GatheredContent } from './composed-strategy.js';
export { type QueryServices, deriveQuery } from './derive-query.js';
export { LazyStrategy, type LazyStrategyParts } from './lazy-strategy.js';
export { openDocument, readDocumentOnce } from './open-document.js';
