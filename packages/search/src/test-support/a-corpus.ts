import type { IndexedChunk, IndexedFile } from '../corpus/chunk-record.js';
import { type Corpus, changeCorpus, emptyCorpus } from '../corpus/corpus.js';
import { encodeChunks } from '../corpus/encode-chunks.js';
import { countWords, formatWordCounts } from '../corpus/word-counts.js';

/** The corpus of these chunks, made at once. */
export function aCorpus(chunks: readonly IndexedChunk[], dimension: number): Corpus {
  return changeCorpus(emptyCorpus(dimension), { files: filesOf(chunks), added: encodeChunks(chunks, dimension) });
}

/** The files of these chunks; the hash of each tells its chunks' ids. */
export function filesOf(chunks: readonly IndexedChunk[]): ReadonlyMap<string, IndexedFile> {
  const ids = new Map<string, string[]>();
  for (const { filePath, id } of chunks.map(({ record }) => record)) {
    ids.set(filePath, [...(ids.get(filePath) ?? []), id]);
  }
  return new Map([...ids].map(([path, own]) => [path, { chunksHash: own.sort().join(' '), modifiedMs: 1_000 }]));
}

/** @param words with repetitions */
export function wordCountsOf(words: readonly string[]): string {
  const counts = new Map<string, number>();
  countWords(counts, words);
  return formatWordCounts(counts);
}
