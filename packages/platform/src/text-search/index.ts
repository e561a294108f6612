// words that texts are found by
export { indexWords, joinedIndexWords, rawWords, stemOf } from './words/index-words.js';
export { KnownNames } from './words/known-names.js';
export { nameWords } from './words/name-words.js';
export { RawWordScanner } from './words/raw-words.js';
export { splitIdentifier } from './words/split-identifier.js';
export { stopWords } from './words/stop-words.js';

// search by words
export { PostingsPacker } from './pack-postings.js';
export { type Postings, PostingsTable, rarityOf, rowOf, scoreWords } from './postings.js';

// the best of what was found
export { bestOf } from './best-of.js';

// search by meaning
export { type MergedPlaces, VectorPacker, type VectorTable, mergeVectors, scoreMeaning } from './vector-table.js';
