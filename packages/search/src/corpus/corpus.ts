import type { ChunkRecord, IndexedChunk, IndexedFile } from './chunk-record.js';
import { mergePostings } from './merge-postings.js';
import { compareRecords, mergeRecords } from './merge-records.js';
import { type Postings, postingsOf } from './postings.js';
import { type VectorTable, mergeVectors, packVectors } from './vector-table.js';

/** A whole index in memory, made for asking. Chunks are numbered by path and line. */
export interface Corpus extends CorpusParts {
  /** Numbers of the chunks that define a name, by the name in small letters. */
  readonly definedIn: ReadonlyMap<string, readonly number[]>;
  /** Numbers of a file's chunks, by path. */
  readonly chunksOf: ReadonlyMap<string, readonly number[]>;
}

/** What the look-ups of a corpus are derived from. */
export interface CorpusParts {
  /** By path, in the order of their paths. */
  readonly files: ReadonlyMap<string, IndexedFile>;
  readonly records: readonly ChunkRecord[];
  readonly postings: Postings;
  readonly vectors: VectorTable;
}

/** What another state of the files makes of a corpus. */
export interface CorpusChange {
  /** All files there are from now on, by path. */
  readonly files: ReadonlyMap<string, IndexedFile>;
  /** The chunks of those files that the corpus lacks, or has with another hash. */
  readonly chunks: readonly IndexedChunk[];
}

/** @param dimension of the vectors */
export function emptyCorpus(dimension: number): Corpus {
  return corpusOf({ files: new Map(), records: [], postings: postingsOf([]), vectors: packVectors([], dimension) });
}

/** With the look-ups that are derived from the records. */
export function corpusOf(parts: CorpusParts): Corpus {
  const definedIn = new Map<string, number[]>();
  const chunksOf = new Map<string, number[]>();
  for (const [number, { filePath, definitions }] of parts.records.entries()) {
    addTo(chunksOf, filePath, number);
    for (const name of new Set(definitions.map((definition) => definition.name.toLowerCase()))) {
      addTo(definedIn, name, number);
    }
  }
  return { ...parts, definedIn, chunksOf };
}

/**
 * The corpus of another state of the files: the same as one made anew, in the time that copying takes. What files kept
 * is neither decoded nor sorted again.
 */
export function changeCorpus(before: Corpus, { files, chunks }: CorpusChange): Corpus {
  const isKept = ({ filePath }: ChunkRecord): boolean =>
    files.get(filePath)?.chunksHash === before.files.get(filePath)?.chunksHash;
  const added = chunks.toSorted((a, b) => compareRecords(a.record, b.record));
  const { records, places } = mergeRecords(
    { records: before.records, isKept },
    added.map(({ record }) => record),
  );
  const { dimension } = before.vectors;
  const newVectors = packVectors(
    added.map(({ vector }) => vector),
    dimension,
  );
  return corpusOf({
    files: new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))),
    records,
    postings: mergePostings(before.postings, postingsOf(added.map(({ words }) => words)), places),
    vectors: mergeVectors(before.vectors, newVectors, places),
  });
}

function addTo(lists: Map<string, number[]>, key: string, number: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [number]);
  else list.push(number);
}
