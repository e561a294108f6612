export { type ExpandedBody, IBodyExpander } from './body-expander.js';
export { type ChangeRelation, type ChangeRole, changeRoles, isFromGit } from './change-relation.js';
export {
  IContextPacker,
  type PackOptions,
  type PackProfile,
  type PackStage,
  type PackTemplate,
  type PackerStats,
  packProfiles,
  packStages,
  packTemplates,
} from './context-packer.js';
export {
  type Anchor,
  type ContextSource,
  type PendingContextSource,
  type SourceDefinition,
  type SourceLoadOptions,
  type SourceType,
  isPendingSource,
  sourceTypes,
} from './context-source.js';
export { type DetailLevel, detailLevels } from './detail-level.js';
export { IPackRecorder, type PackRecord } from './pack-record.js';
export {
  type ChunkRelation,
  type ExcludedChunk,
  type ExclusionReason,
  type IncludedChunk,
  type PackPreview,
  type PackStats,
  type PackTimings,
  type PackedContext,
  type RankFactors,
  type RankWeights,
  type RankedChunk,
  type RejectedSource,
  type RelatedStats,
  type SourceShare,
  chunkRelations,
  exclusionReasons,
} from './packed-context.js';
export { type PackingBudget, availableTokens, packingBudgetOf } from './packing-budget.js';
export { type PackLayout, type PreviousPack, packLayouts, previousPackOf } from './previous-pack.js';
export {
  IRepositoryMapper,
  type LanguageShare,
  type MappedDefinition,
  type RepositoryMap,
  type RepositoryMapOptions,
} from './repository-map.js';
export type { SentChunk } from './sent-chunk.js';
export { ISourceFinder, type NamedLines, type SourceRequest, type ToolOutput } from './source-finder.js';
