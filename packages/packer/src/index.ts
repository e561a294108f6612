// module
export { registerPackerModule } from './packer-module.js';
export { type PackingOptionsInput, packingSections } from './packing-options.js';
export { budgetSection } from './packing-sections.js';

// stages and services that a host may replace, by registering its own before the first pack
export {
  type ChunkedSources,
  type ChunkOptions,
  ISourceChunker,
  type SourcedChunk,
  type WithheldChunk,
} from './chunk/source-chunker.js';
export {
  type CollectedSources,
  type CollectOptions,
  ISourceCollector,
  type UsableSource,
} from './collect/source-collector.js';
export { type Deduplicated, IDeduplicator } from './deduplicate/ranked-deduplicator.js';
export { type Repetition, type RepetitionIndex } from './deduplicate/repetition-index.js';
export { IFormatter, type Layout } from './format/formatter.js';
export { IRanker, type RankingContext } from './rank/ranker.js';
export { type Allocation, type IBudgetManager, IBudgetManagerFactory } from './select/token-budget.js';
export { ISelector, type Selection, type SelectionRules } from './select/selector.js';
