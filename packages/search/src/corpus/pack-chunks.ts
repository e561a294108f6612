import { type Postings, PostingsPacker, VectorPacker, type VectorTable } from '@lexichord/text-index';

import type { ChunkRecord, IndexedChunk } from './chunk-record.js';
import { compareRecords } from './merge-records.js';

/** Chunks in the order of path and line, in the form in which a corpus holds them. */
export interface PackedChunks {
  readonly records: readonly ChunkRecord[];
  readonly postings: Postings;
  readonly vectors: VectorTable;
}

/** Packs chunks as they come, in any order: in full they take several times the memory. */
export class ChunkPacker {
  private readonly records: ChunkRecord[] = [];
  private readonly postings = new PostingsPacker();
  private readonly vectors: VectorPacker;

  /** @param dimension of the vectors */
  constructor(dimension: number) {
    this.vectors = new VectorPacker(dimension);
  }

  add({ record, words, vector }: IndexedChunk): void {
    this.records.push(record);
    this.postings.add(words);
    this.vectors.add(vector);
  }

  /** @param isWanted whether a chunk is to be among them */
  finish(isWanted: (record: ChunkRecord) => boolean = () => true): PackedChunks {
    const order = [...this.records.entries()]
      .filter(([, record]) => isWanted(record))
      .sort(([, a], [, b]) => compareRecords(a, b));
    const places = new Int32Array(this.records.length).fill(-1);
    for (const [place, [number]] of order.entries()) places[number] = place;
    return {
      records: order.map(([, record]) => record),
      postings: this.postings.finish(places, order.length),
      vectors: this.vectors.finish(places, order.length),
    };
  }
}

/** Chunks that are all there already. */
export function packChunks(chunks: readonly IndexedChunk[], dimension: number): PackedChunks {
  const packer = new ChunkPacker(dimension);
  for (const chunk of chunks) packer.add(chunk);
  return packer.finish();
}
