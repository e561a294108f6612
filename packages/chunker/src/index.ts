export { registerChunkerModule } from './chunker-module.js';
export {
  ChunkingOptions,
  type ChunkingOptionsInput,
  chunkingOptionsSchema,
  chunkingSection,
} from './chunking-options.js';
