// module
export { registerCompressionModule } from './compression-module.js';
export {
  CompressionOptions,
  type CompressionOptionsInput,
  compressionMethods,
  compressionOptionsSchema,
  segmentBoundaries,
} from './compression-options.js';

// tables
export { derivedCompressionTables } from './store/compression-tables.js';

// errors
export { unknownConversation } from './not-stored.js';
