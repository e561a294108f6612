// Each folder's index lists its exports by name.
export { type Token, token } from './token.js';
export * from './errors/index.js';
export * from './services/index.js';
export * from './facade/index.js';
export * from './context/index.js';
export * from './documents/index.js';
export * from './search/index.js';
export * from './knowledge/index.js';
export * from './compression/index.js';
export * from './packing/index.js';
