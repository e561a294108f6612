import type { Chunk } from '@lexichord/abstractions';
import type { QuantizedVector } from '@lexichord/text-index';

/** Stored facts about a chunk, except words and vector. */
export type ChunkRecord = Omit<Chunk, 'content' | 'part' | 'partOf'>;

/** A chunk in searchable form. */
export interface IndexedChunk {
  readonly record: ChunkRecord;
  /** Its searchable words, in the form of `formatWordCounts`. */
  readonly words: string;
  /** Of length 1; absent when it could not be embedded. */
  readonly vector?: QuantizedVector | undefined;
}

/** A file with searchable chunks. */
export interface IndexedFile {
  /** Hash of all searchable fields of its chunks; it changes with them. */
  readonly chunksHash: string;
  /** In milliseconds since the Unix epoch. */
  readonly modifiedMs: number;
}
