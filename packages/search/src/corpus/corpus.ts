import type { ChunkRecord, IndexedChunk } from './chunk-record.js';
import { type Postings, PostingsBuilder } from './postings.js';
import { type VectorTable, packVectors } from './vector-table.js';

/** A whole index in memory, made for asking. Chunks are numbered by path and line. */
export interface Corpus {
  readonly records: readonly ChunkRecord[];
  readonly postings: Postings;
  readonly vectors: VectorTable;
  /** Numbers of the chunks that define a name, by the name in small letters. */
  readonly definedIn: ReadonlyMap<string, readonly number[]>;
  /** Numbers of a file's chunks, by path. */
  readonly chunksOf: ReadonlyMap<string, readonly number[]>;
}

/** @param dimension of the vectors */
export function buildCorpus(chunks: readonly IndexedChunk[], dimension: number): Corpus {
  const ordered = chunks.toSorted((a, b) => compareRecords(a.record, b.record));
  const postings = new PostingsBuilder();
  for (const { words } of ordered) postings.add(words);
  return corpusOf(
    ordered.map(({ record }) => record),
    postings.build(),
    packVectors(
      ordered.map(({ vector }) => vector),
      dimension,
    ),
  );
}

/** With the look-ups that are derived from the records. */
export function corpusOf(records: readonly ChunkRecord[], postings: Postings, vectors: VectorTable): Corpus {
  const definedIn = new Map<string, number[]>();
  const chunksOf = new Map<string, number[]>();
  for (const [number, { filePath, definitions }] of records.entries()) {
    addTo(chunksOf, filePath, number);
    for (const name of new Set(definitions.map((definition) => definition.name.toLowerCase()))) {
      addTo(definedIn, name, number);
    }
  }
  return { records, postings, vectors, definedIn, chunksOf };
}

/** By path, line, end: a total order, because no two chunks share a place. */
export function compareRecords(a: ChunkRecord, b: ChunkRecord): number {
  if (a.filePath !== b.filePath) return a.filePath < b.filePath ? -1 : 1;
  return a.startLine - b.startLine || a.endLine - b.endLine || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

function addTo(lists: Map<string, number[]>, key: string, number: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [number]);
  else list.push(number);
}
