// Only packages of this repository use these exports. They may change in any release.

export { derivedCompressionTables } from './store/compression-tables.js';
export { unknownConversation } from './not-stored.js';
