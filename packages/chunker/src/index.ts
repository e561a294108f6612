export { registerChunkerModule } from './chunker-module.js';
export { ChunkingOptions, type ChunkingOptionsInput, chunkingOptionsSchema } from './chunking-options.js';
