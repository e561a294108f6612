export { registerChunkerModule } from './chunker-module.js';
export { type ChunkingOptionsInput, chunkingSection } from './chunking-options.js';
