// index words of texts
export { indexWords, rawWords, stemOf } from './words/index-words.js';
export { nameWords } from './words/name-words.js';
export { ownCopy } from './words/own-copy.js';
export { RawWordScanner } from './words/raw-words.js';
export { type WordHashes, hasWord, wordHashes } from './words/word-hashes.js';
export { splitIdentifier } from './words/split-identifier.js';
export { stopWords } from './words/stop-words.js';
export { unspacedCharacter } from './words/unspaced-scripts.js';

// the keywords of a task
export { type KeywordMatcher, createKeywordMatcher } from './keywords/keyword-matcher.js';

// word similarity
export {
  WordScanner,
  type WordSet,
  isSimilar,
  isSubset,
  jaccardSimilarity,
  unionOf,
  wordSet,
} from './similarity/word-set.js';

// search by words and meaning
export {
  type ScoredDocument,
  TextIndex,
  type TextIndexOptions,
  type TextIndexParts,
  type TextQuery,
  type WordMatches,
  wordsWith,
} from './text-index.js';
export { type DocumentOrder, TextIndexBuilder, type TextIndexBuilderOptions } from './text-index-builder.js';
export { type Postings, inverseFrequency, maxShare } from './bm25/postings.js';
export {
  type MergedNumbers,
  type QuantizedVector,
  type VectorTable,
  isSameVector,
  quantizeVector,
} from './vectors/vector-table.js';

// texts as vectors
export { type TextEmbedder, createTextEmbedder } from './embedding/text-embedder.js';
export { type WordVectors, parseWordVectors } from './embedding/word-vectors.js';

// searching and sorting helpers
export { bestOf } from './best-of.js';
export { lowerBound } from './lower-bound.js';
