export { type Token, token } from './token.js';

// errors
export { ErrorCode } from './errors/error-code.js';
export {
  type JsonValue,
  LexichordError,
  type LexichordErrorOptions,
  isLexichordError,
} from './errors/lexichord-error.js';
export { LicenseRequiredError } from './errors/lexichord-error.js';
export { PathDeniedError } from './errors/lexichord-error.js';

// services
export { type ChatOptions, type ChatTurn, IChatCompletionService } from './services/model-services.js';
export type { CallOptions } from './services/call-options.js';
export { IClock } from './services/host-services.js';
export { IEventBus, type Unsubscribe } from './services/event-bus.js';
export { IIdSource } from './services/host-services.js';
export {
  ILicenseService,
  type LicenseInfo,
  type LicenseStatus,
  type LicenseTier,
  licenseTiers,
  tierIncludes,
} from './services/license.js';
export { ILogger, type LogFields } from './services/host-services.js';
export { IMetrics, type MetricAttributes } from './services/host-services.js';
export { ISecretScanner, type SecretFinding, type WithheldSecret } from './services/secret-scanner.js';
export {
  type CheckFinding,
  type CheckProgress,
  type CheckReport,
  IStateCheck,
  IStateInspector,
  type StateCheckOptions,
  maxCheckFindings,
} from './services/state-check.js';
export { IStoreDoctor, type RepairAction, type TableRepair, type TableReport } from './services/store-doctor.js';
export {
  ITokenCounter,
  type TextToken,
  type TokenEncoding,
  type TruncatedText,
  type TruncationBoundary,
  tokenEncodings,
} from './services/token-counter.js';

// a workspace's runtime
export type { IndexRefreshOptions } from './facade/index-refresh.js';
export type {
  ILexichordFacade,
  WorkspaceMapOptions,
  WorkspacePackOptions,
  WorkspaceSearchOptions,
} from './facade/lexichord-facade.js';
export type {
  IWorkspaceKnowledge,
  KnowledgeSearchOptions,
  KnowledgeSearchResult,
} from './facade/workspace-knowledge.js';
export type { ExpandOptions, IWorkspaceMemory, RecallOptions, ShownSegment } from './facade/workspace-memory.js';

// context assembly
export { type AgentDefinition, IAgentCatalog } from './context/agent-catalog.js';
export {
  type AssembledContext,
  type ContextVariables,
  type DeduplicatedFragment,
  type SkipReason,
  type SkippedStrategy,
  type TruncatedFragment,
  combineContent,
  emptyAssembledContext,
  fragmentSeparator,
  getFragment,
  hasContext,
  hasFragmentFrom,
  renderFragment,
} from './context/assembled-context.js';
export { closeOpenFence, closesFence, fenceOpenedBy, openFenceAtEnd } from './context/code-fence.js';
export {
  type ContextBudget,
  contextBudgetWithLimit,
  defaultContextBudget,
  excludesStrategy,
  requiresStrategy,
} from './context/context-budget.js';
export type {
  AssemblyOrigin,
  ConfigurationChange,
  ConfigurationRejectedEvent,
  ConfigurationReloadedEvent,
  ContextAssembledEvent,
  ContextAssemblyFailedEvent,
  ContextAssemblyStartedEvent,
  IndexUpdatedEvent,
  LexichordEvents,
  StrategyToggledEvent,
} from './context/context-events.js';
export {
  type ContextFragment,
  type FragmentMetadata,
  hasContent,
  truncateFragment,
} from './context/context-fragment.js';
export {
  type ContextGatheringRequest,
  type ContextHints,
  type TextRange,
  emptyRequest,
  hasCursor,
  hasDocument,
  hasSelection,
  validateRequest,
} from './context/context-gathering-request.js';
export { type AssembleOptions, IContextOrchestrator, type StrategyState } from './context/context-orchestrator.js';
export {
  type GatherOptions,
  type RequestInputs,
  type RequestOptions,
  IContextStrategy,
  IContextStrategyFactory,
  type NothingGathered,
  type QuoteText,
  type ShortenOptions,
  StrategyDescriptor,
  StrategyPriority,
  type WritingOptions,
  isNothingGathered,
} from './context/context-strategy.js';

export type { CustomStrategy, StrategyServices } from './context/context-strategy.js';
export { ILexichordRuntime } from './context/lexichord-runtime.js';

// documents
export { type CodeOutline, ICodeOutliner, type OutlinedSymbol } from './documents/document-structure-service.js';
export {
  type ApproximationReason,
  type DocumentBlock,
  type DocumentHeading,
  type DocumentStructure,
  IDocumentStructureService,
} from './documents/document-structure-service.js';
export { type DocumentSnapshot, type FoundPosition, IEditorService, isGuardedBy } from './documents/editor-service.js';
export type { CheckedDocument, IGuardedEditorService } from './documents/editor-service.js';
export type { TextDecoding, TextPosition } from './documents/editor-service.js';
export { hasReplacements, undecodedWarning } from './documents/undecoded-text.js';
export { type CommitHistoryOptions, ICommitHistory, type PastCommit } from './documents/commit-history.js';
export { type AdoptOptions, type AdoptedState, IStateFolder } from './documents/state-folder.js';
export { IStyleRuleRepository, styleCategories } from './documents/style-rule-repository.js';
export type { StyleCategory, StyleRule, StyleRuleSet, StyleSeverity } from './documents/style-rule-repository.js';
export {
  type FileReadOptions,
  IGitHistory,
  IWorkspaceFileReader,
  type RecentChanges,
  isUncommitted,
} from './documents/workspace-files.js';
export {
  IPackedTexts,
  IWorkspaceListing,
  type ListOptions,
  type ListedFile,
  type ListingWarning,
} from './documents/workspace-files.js';
export { type GuardedPath, IWorkspaceGuard, agentIgnoreFileName } from './documents/workspace-files.js';
export type { ChangeHunk, ChangeQuery, ChangeStatus, ChangedFile } from './documents/workspace-change.js';
export type { MissingText, WorkspaceChange } from './documents/workspace-change.js';
export { IChangeReader, changeName, packTask } from './documents/workspace-change.js';

// search
export {
  type Chunk,
  type ChunkFallback,
  type ChunkFallbackReason,
  type ChunkKind,
  type ChunkPart,
  type ChunkSource,
  type ChunkSymbol,
  type ChunkedFile,
  IChunker,
  IIndexChunker,
  type LineRange,
  chunkKinds,
} from './search/chunker.js';
export { fragmentMarker, partMarker } from './search/chunker.js';
export { type EmbeddingPurpose, IEmbeddingProvider } from './services/model-services.js';
export {
  IIndexService,
  type IndexOptions,
  type IndexProgress,
  type IndexReport,
  type UnindexedFile,
  type WatchOptions,
} from './search/index-service.js';
export { IParserCatalog, type ParserInfo } from './search/chunker.js';
export {
  ISemanticSearchService,
  type ScorePart,
  type SearchFilter,
  type SearchHit,
  type SearchOptions,
  type AbsentName,
  type NamedPlace,
  type SearchResult,
} from './search/semantic-search-service.js';
export {
  type FileDefinition,
  type FileExport,
  type FileImport,
  type FileSymbols,
  type FileUse,
  ISymbolExtractor,
} from './search/file-symbols.js';
export {
  ISymbolGraph,
  type RankedDefinition,
  type SymbolDefinition,
  type SymbolLocation,
  type SymbolRankOptions,
  type SymbolUse,
} from './search/symbol-graph.js';
export { describeDoubt } from './search/describe-doubt.js';

// knowledge
export {
  type Axiom,
  type AxiomCondition,
  type AxiomSeverity,
  type AxiomStatement,
  type AxiomViolation,
  axiomSeverities,
} from './knowledge/axiom.js';
export { type AxiomCheckOptions, type AxiomCheckReport, IAxiomChecker, IAxiomStore } from './knowledge/axiom-store.js';
export {
  IEntityRelevanceScorer,
  type RelevanceSignal,
  type ScoredEntity,
  relevanceSignals,
} from './knowledge/entity-relevance-scorer.js';
export {
  type EntitySearchQuery,
  type EntitySearchResult,
  type FactChanges,
  type FactReport,
  type FactTally,
  type FoundEntity,
  IGraphRepository,
  type KnowledgeCounts,
  type Neighbourhood,
  type NeighbourhoodOptions,
} from './knowledge/graph-repository.js';
export {
  IKnowledgeArchive,
  type KnowledgeFinding,
  type KnowledgeMending,
  type KnowledgeRestoreReport,
} from './knowledge/knowledge-archive.js';
export {
  type ContextRequest,
  type CutEntity,
  type FormattedKnowledge,
  IKnowledgeContextFormatter,
  IKnowledgeContextStrategy,
  type KnowledgeContextConfig,
  type KnowledgeContextFormat,
  type KnowledgeContextFragment,
  type KnowledgeToFormat,
  knowledgeContextFormats,
} from './knowledge/knowledge-context.js';
export {
  IKnowledgeExporter,
  type KnowledgeExport,
  type KnowledgeExportFormat,
  type KnowledgeExportOptions,
  knowledgeExportFormats,
} from './knowledge/knowledge-exporter.js';
export type {
  EntityKey,
  EntityStatement,
  EntityVersion,
  FactSource,
  KnowledgeEntity,
  KnowledgeRelationship,
  Properties,
  PropertyValue,
  RelationshipStatement,
} from './knowledge/knowledge-facts.js';
export {
  IKnowledgeImporter,
  type ImportOptions,
  type ImportProblem,
  type ImportProgress,
  type ImportReport,
  type ImportedDocument,
  type KnowledgeFile,
  type KnowledgeFormat,
  knowledgeFormats,
} from './knowledge/knowledge-importer.js';

// compression
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
} from './compression/compressed-segment.js';
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
} from './compression/compression-store.js';
export {
  type BackupSource,
  type ConversationFinding,
  type ConversationMending,
  IConversationArchive,
  type RestoreReport,
} from './compression/conversation-archive.js';
export { type ExpandedContext, IContextExpander } from './compression/context-expander.js';
export {
  type ConversationMessage,
  type ConversationSegment,
  type MessageSource,
  type NewMessage,
  conversationRoles,
} from './compression/conversation.js';
export {
  type AddFileOptions,
  type ConversationFile,
  IConversationMemory,
  type MemoryProgress,
  type MemoryReport,
  type SegmentSummary,
} from './compression/conversation-memory.js';
export {
  IConversationRecall,
  type LeftOutSegment,
  type RecallReason,
  type FoundConversation,
  type RecalledContext,
  type RecalledSegment,
  recallReasons,
} from './compression/conversation-recall.js';
export {
  type DetectOptions,
  type ExpansionDecision,
  IExpansionTriggerDetector,
} from './compression/expansion-trigger-detector.js';

// packing
export {
  type PackOptions,
  type PackProfile,
  type PackStage,
  type PackTemplate,
  type PackerStats,
  IContextPacker,
  packProfiles,
  packStages,
  packTemplates,
} from './packing/context-packer.js';
export {
  type Anchor,
  type ContextSource,
  type SourceDefinition,
  type PendingContextSource,
  type SourceLoadOptions,
  type SourceType,
  isPendingSource,
  sourceTypes,
} from './packing/context-source.js';
export { type ChangeRelation, type ChangeRole, changeRoles, isFromGit } from './packing/change-relation.js';
export { IPackRecorder, type PackRecord } from './packing/pack-record.js';
export { type ExpandedBody, IBodyExpander } from './packing/body-expander.js';
export { type DetailLevel, detailLevels } from './packing/detail-level.js';
export type { ExcludedChunk, ExclusionReason, IncludedChunk, RankedChunk } from './packing/packed-context.js';
export type { PackPreview, PackStats, PackTimings, PackedContext, SourceShare } from './packing/packed-context.js';
export { type ChunkRelation, type RelatedStats, chunkRelations } from './packing/packed-context.js';
export { type RankFactors, type RankWeights, type RejectedSource, exclusionReasons } from './packing/packed-context.js';
export { type PackingBudget, availableTokens, packingBudgetOf } from './packing/packing-budget.js';
export { type PackLayout, type PreviousPack, packLayouts, previousPackOf } from './packing/previous-pack.js';
export type { SentChunk } from './packing/sent-chunk.js';
export { ISourceFinder, type NamedLines, type SourceRequest, type ToolOutput } from './packing/source-finder.js';
export { IRepositoryMapper, type RepositoryMap, type RepositoryMapOptions } from './packing/repository-map.js';
export { type LanguageShare, type MappedDefinition } from './packing/repository-map.js';
