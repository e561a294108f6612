export {
  type AnchorKind,
  type AnchorPoint,
  type CompressedSegment,
  CompressionLevel,
  type CompressionLevelName,
  type ExpansionMarker,
  type LevelMaking,
  anchorKinds,
  compressionLevelNames,
} from './compressed-segment.js';
export {
  type AppendOptions,
  type AppendReport,
  type ConversationCheck,
  type ConversationHead,
  type ExpiryLimits,
  type ExpiryReport,
  ICompressionStore,
  type MessageRange,
  type SegmentEntry,
  type StoredSegment,
} from './compression-store.js';
export { type ExpandedContext, IContextExpander } from './context-expander.js';
export {
  type BackupSource,
  type ConversationFinding,
  type ConversationMending,
  IConversationArchive,
  type RestoreReport,
} from './conversation-archive.js';
export {
  type AddFileOptions,
  type ConversationFile,
  IConversationMemory,
  type MemoryProgress,
  type MemoryReport,
  type SegmentSummary,
} from './conversation-memory.js';
export {
  type FoundConversation,
  IConversationRecall,
  type LeftOutSegment,
  type RecallReason,
  type RecalledContext,
  type RecalledSegment,
  recallReasons,
} from './conversation-recall.js';
export {
  type ConversationMessage,
  type ConversationSegment,
  type MessageSource,
  type NewMessage,
  conversationRoles,
} from './conversation.js';
export { type DetectOptions, type ExpansionDecision, IExpansionTriggerDetector } from './expansion-trigger-detector.js';
