import type { Chunk } from '@lexichord/abstractions';

/** What the index knows of a chunk beside its words and its vector. */
export interface ChunkRecord extends Omit<Chunk, 'content' | 'part'> {
  /** Of the file, in milliseconds since the Unix epoch. */
  readonly modifiedMs: number;
}

/** A chunk as it is searched. */
export interface IndexedChunk {
  readonly record: ChunkRecord;
  /** The words under which it is found, with repetitions. */
  readonly words: readonly string[];
  /** Of length 1; absent when it could not be embedded. */
  readonly vector?: Float32Array | undefined;
}
