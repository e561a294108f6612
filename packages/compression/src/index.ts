// module
export {
  CompressionOptions,
  type CompressionOptionsInput,
  compressionMethods,
  compressionOptionsSchema,
  segmentBoundaries,
} from './compression-options.js';
