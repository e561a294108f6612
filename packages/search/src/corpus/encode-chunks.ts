import { type MergedNumbers, type TextIndex, TextIndexBuilder, type TextIndexOptions } from '@lexichord/text-index';

import type { ChunkRecord, IndexedChunk, IndexedFile } from './chunk-record.js';
import { parseWordCounts } from './word-counts.js';

/** Chunks by path and line, in the form of a corpus. */
export interface EncodedChunks {
  readonly records: readonly ChunkRecord[];
  /** A document is a chunk. */
  readonly index: TextIndex;
}

/** Encodes chunks as they arrive, in any order: otherwise they take several times the memory. */
export class ChunkEncoder {
  private readonly records: ChunkRecord[] = [];
  private readonly documents: TextIndexBuilder;

  /** @param dimension of the vectors */
  constructor(dimension: number, options: TextIndexOptions = {}) {
    this.documents = new TextIndexBuilder({ ...options, dimension });
  }

  add({ record, words, vector }: IndexedChunk): void {
    this.records.push(record);
    for (const { count, words: some } of parseWordCounts(words)) this.documents.count(some, count);
    this.documents.endDocument(vector);
  }

  /** @param isWanted whether a chunk is to be among them */
  finish(isWanted: (record: ChunkRecord) => boolean = () => true): EncodedChunks {
    const order = [...this.records.entries()]
      .filter(([, record]) => isWanted(record))
      .sort(([, a], [, b]) => compareRecords(a, b));
    const numbers = new Int32Array(this.records.length).fill(-1);
    for (const [target, [number]] of order.entries()) numbers[number] = target;
    return {
      records: order.map(([, record]) => record),
      index: this.documents.build({ numbers, size: order.length }),
    };
  }
}

/** Encodes chunks that are all available. */
export function encodeChunks(chunks: readonly IndexedChunk[], dimension: number): EncodedChunks {
  const encoder = new ChunkEncoder(dimension);
  for (const chunk of chunks) encoder.add(chunk);
  return encoder.finish();
}

/** By path, first line, last line, id: a total order. */
export function compareRecords(a: ChunkRecord, b: ChunkRecord): number {
  if (a.filePath !== b.filePath) return a.filePath < b.filePath ? -1 : 1;
  return a.startLine - b.startLine || a.endLine - b.endLine || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/**
 * Merges the sorted records of two corpora.
 *
 * @param before.kept paths of the files whose records are kept; none has added records
 */
export function mergeRecords(
  { records: before, kept }: { readonly records: readonly ChunkRecord[]; readonly kept: ReadonlySet<string> },
  added: readonly ChunkRecord[],
): { readonly records: readonly ChunkRecord[]; readonly numbers: MergedNumbers } {
  const records: ChunkRecord[] = [];
  const numbers = { kept: new Int32Array(before.length).fill(-1), added: new Int32Array(added.length) };
  let next = 0;
  const addUntil = (limit: ChunkRecord | undefined): void => {
    for (let record = added[next]; record !== undefined; record = added[next]) {
      if (limit !== undefined && compareRecords(record, limit) >= 0) return;
      numbers.added[next] = records.push(record) - 1;
      next += 1;
    }
  };
  // The records of a file are adjacent, and no file is on both sides.
  let filePath: string | undefined;
  let isKept = false;
  for (const [number, record] of before.entries()) {
    if (record.filePath !== filePath) {
      filePath = record.filePath;
      isKept = kept.has(filePath);
      if (isKept) addUntil(record);
    }
    if (isKept) numbers.kept[number] = records.push(record) - 1;
  }
  addUntil(undefined);
  return { records, numbers: { ...numbers, size: records.length } };
}

/**
 * Collects the chunks that an update writes, encoded, so that they are not read from the tables again; none beyond a
 * limit.
 */
export class WrittenChunks {
  private readonly hashes = new Map<string, string>();
  private encoder: ChunkEncoder | undefined;
  private chunks = 0;

  /**
   * @param dimension of the vectors
   * @param maxChunks number of chunks beyond which nothing is kept
   */
  constructor(
    dimension: number,
    private readonly maxChunks: number,
  ) {
    this.encoder = new ChunkEncoder(dimension);
  }

  /** Encodes chunks to be written, always all chunks of a file. */
  addChunks(chunks: Iterable<IndexedChunk>): void {
    for (const chunk of chunks) {
      this.encoder?.add(chunk);
      this.chunks += 1;
    }
    if (this.chunks > this.maxChunks) this.encoder = undefined;
  }

  /** Notes that the chunks of files were written. */
  addFiles(files: readonly (Pick<IndexedFile, 'chunksHash'> & { readonly filePath: string })[]): void {
    for (const { filePath, chunksHash } of files) this.hashes.set(filePath, chunksHash);
  }

  /**
   * Returns the chunks of the wanted files, once: they are not kept afterwards.
   *
   * @param wanted hashes in the tables, by path; the result is `undefined` unless all files are in the state written
   * here: another process may have written since, or `wanted` may have files that were not written
   */
  takeChunksOf(wanted: ReadonlyMap<string, string>): EncodedChunks | undefined {
    for (const [path, hash] of wanted) if (this.hashes.get(path) !== hash) return undefined;
    const { encoder } = this;
    this.encoder = undefined;
    return encoder?.finish(({ filePath }: ChunkRecord) => wanted.has(filePath));
  }
}
