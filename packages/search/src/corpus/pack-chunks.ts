import { type TextIndex, TextIndexBuilder } from '@lexichord/text-index';

import type { ChunkRecord, IndexedChunk } from './chunk-record.js';
import { compareRecords } from './merge-records.js';

/** Chunks in the order of path and line, in the form in which a corpus holds them. */
export interface PackedChunks {
  readonly records: readonly ChunkRecord[];
  /** A document is a chunk. */
  readonly index: TextIndex;
}

/** Packs chunks as they come, in any order: in full they take several times the memory. */
export class ChunkPacker {
  private readonly records: ChunkRecord[] = [];
  private readonly documents: TextIndexBuilder;

  /** @param dimension of the vectors */
  constructor(dimension: number) {
    this.documents = new TextIndexBuilder({ dimension });
  }

  add({ record, words, vector }: IndexedChunk): void {
    this.records.push(record);
    this.documents.count(words).endDocument(vector);
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
      index: this.documents.build({ places, size: order.length }),
    };
  }
}

/** Chunks that are all there already. */
export function packChunks(chunks: readonly IndexedChunk[], dimension: number): PackedChunks {
  const packer = new ChunkPacker(dimension);
  for (const chunk of chunks) packer.add(chunk);
  return packer.finish();
}
