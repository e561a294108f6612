// words that texts are found by
export { indexWords, joinedIndexWords, rawWords, stemOf } from './words/index-words.js';
export { KnownNames } from './words/known-names.js';
export { nameWords } from './words/name-words.js';
export { RawWordScanner } from './words/raw-words.js';
export { splitIdentifier } from './words/split-identifier.js';
export { stopWords } from './words/stop-words.js';
export { TextUnits } from './words/text-units.js';

// similarity by words
export {
  WordScanner,
  type WordSet,
  isSimilar,
  isSubset,
  jaccardSimilarity,
  unionOf,
  wordSet,
} from './similarity/word-set.js';

// search by words
export { PostingsPacker } from './bm25/pack-postings.js';
export { type Postings, PostingsTable, rarityOf, rowOf, scoreWords } from './bm25/postings.js';

// the best of what was found
export { bestOf } from './best-of.js';

// search by meaning
export {
  type MergedPlaces,
  VectorPacker,
  type VectorTable,
  mergeVectors,
  scoreMeaning,
} from './vectors/vector-table.js';
