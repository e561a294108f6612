// Only our own packages use these exports. They may change in any release.

// words
export { rawWords, stemOf } from './words/index-words.js';
export { nameWords } from './words/name-words.js';
export { ownCopy } from './words/own-copy.js';
export { RawWordScanner } from './words/raw-words.js';
export { splitIdentifier } from './words/split-identifier.js';
export { stopWords } from './words/stop-words.js';
export { unspacedCharacter } from './words/unspaced-scripts.js';
export { type WordHashes, hasWord, wordHashes } from './words/word-hashes.js';

// the keywords of a task
export { type KeywordMatcher, createKeywordMatcher } from './keywords/keyword-matcher.js';

// files and lines that a text names
export { type FileReference, isSameFile } from './places/file-reference.js';
export { findFileReferences } from './places/file-references.js';
export { type InstalledFile, installedFile } from './places/installed-file.js';
export { installedModulePath, meantBy } from './places/meant-file.js';

// word similarity
export { WordScanner, type WordSet, isSimilar, isSubset, unionOf, wordSet } from './similarity/word-set.js';

// the scores and vectors of an index
export { inverseFrequency, maxShare } from './bm25/postings.js';
export { wordsWith } from './text-index.js';
export { isSameVector } from './vectors/vector-table.js';

// texts as vectors
export { type TextEmbedder, createTextEmbedder } from './embedding/text-embedder.js';
export { type WordVectors, parseWordVectors } from './embedding/word-vectors.js';

// searching and sorting
export { bestOf } from './best-of.js';
export { lowerBound } from './lower-bound.js';
