// module
export { registerCompressionModule } from './compression-module.js';
export { CompressionOptions, type CompressionOptionsInput, compressionOptionsSchema } from './compression-options.js';
