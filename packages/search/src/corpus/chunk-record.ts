import type { Chunk } from '@lexichord/abstractions';
import type { QuantizedVector } from '@lexichord/text-index';

/** Facts of the index about a chunk, beside its words and its vector. */
export type ChunkRecord = Omit<Chunk, 'content' | 'part' | 'partOf'>;

/** A chunk as it is searched. */
export interface IndexedChunk {
  readonly record: ChunkRecord;
  /** The words under which it is found, as `formatWordCounts` gives them. */
  readonly words: string;
  /** Of length 1; absent when it could not be embedded. */
  readonly vector?: QuantizedVector | undefined;
}

/** A file whose chunks are searched. */
export interface IndexedFile {
  /** Of all that its chunks are found by: as long as it stays, so do they. */
  readonly chunksHash: string;
  /** In milliseconds since the Unix epoch. */
  readonly modifiedMs: number;
}
