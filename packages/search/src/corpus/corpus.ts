import type { IndexedFile } from './chunk-record.js';
import { mergeRecords, encodeChunks, type EncodedChunks } from './encode-chunks.js';

/** A whole index in memory, for queries. Chunks are numbered by path and line. */
export interface Corpus extends EncodedChunks {
  /** By path, in the order of their paths. */
  readonly files: ReadonlyMap<string, IndexedFile>;
}

/** The difference between a corpus and another state of the files. */
export interface CorpusChange {
  /** All files after the change, by path. */
  readonly files: ReadonlyMap<string, IndexedFile>;
  /** The chunks of those files that the corpus lacks, or has with another hash. */
  readonly added: EncodedChunks;
}

/** @param dimension of the vectors */
export function emptyCorpus(dimension: number): Corpus {
  return { files: new Map(), ...encodeChunks([], dimension) };
}

/** Paths of the files that are the same in both states. */
export function keptFiles(before: Corpus, files: ReadonlyMap<string, IndexedFile>): ReadonlySet<string> {
  const paths = [...files].filter(([path, { chunksHash }]) => before.files.get(path)?.chunksHash === chunksHash);
  return new Set(paths.map(([path]) => path));
}

/**
 * Makes the corpus of another state of the files: the same as a new one, in the time of copying. Data of unchanged
 * files is neither decoded nor sorted again.
 */
export function changeCorpus(before: Corpus, { files, added }: CorpusChange): Corpus {
  const sorted = new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
  // A first index is not copied: it is the largest in the life of a process.
  if (before.records.length === 0) return { files: sorted, ...added };
  const kept = keptFiles(before, files);
  const { records, numbers } = mergeRecords({ records: before.records, kept }, added.records);
  return {
    files: sorted,
    records,
    index: before.index.merge(added.index, numbers),
  };
}
