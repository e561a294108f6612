// index words of texts
export { indexWords } from './words/index-words.js';

// search by words and meaning
export {
  type ScoredDocument,
  TextIndex,
  type TextIndexOptions,
  type TextIndexParts,
  type TextQuery,
  type WordMatches,
} from './text-index.js';
export { type DocumentOrder, TextIndexBuilder, type TextIndexBuilderOptions } from './text-index-builder.js';
export type { Postings } from './bm25/postings.js';
export { type MergedNumbers, type QuantizedVector, type VectorTable, quantizeVector } from './vectors/vector-table.js';
