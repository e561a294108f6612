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
  IParserCatalog,
  type LineRange,
  type ParserInfo,
  chunkKinds,
  fragmentMarker,
  partMarker,
} from './chunker.js';
export { describeDoubt } from './describe-doubt.js';
export {
  type FileDefinition,
  type FileExport,
  type FileImport,
  type FileSymbols,
  type FileUse,
  ISymbolExtractor,
} from './file-symbols.js';
export {
  IIndexService,
  type IndexOptions,
  type IndexProgress,
  type IndexReport,
  type UnindexedFile,
  type WatchOptions,
} from './index-service.js';
export {
  type AbsentName,
  ISemanticSearchService,
  type NamedPlace,
  type ScorePart,
  type SearchFilter,
  type SearchHit,
  type SearchOptions,
  type SearchResult,
} from './semantic-search-service.js';
export {
  ISymbolGraph,
  type RankedDefinition,
  type SymbolDefinition,
  type SymbolLocation,
  type SymbolRankOptions,
  type SymbolUse,
} from './symbol-graph.js';
