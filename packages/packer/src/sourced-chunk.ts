import type { Chunk, SourceType } from '@lexichord/abstractions';

/** A chunk, and what its source says of it. */
export interface SourcedChunk extends Chunk {
  readonly sourceType: SourceType;
  /** How well the source says it answers the task, 0 to 1. */
  readonly relevanceScore?: number | undefined;
  /**
   * Id of the excerpt that the chunk is a piece of. The source's score is the excerpt's: the piece that has most of the
   * task's words has earned it, the others only a part of it.
   */
  readonly pieceOf?: string | undefined;
  /** When the source says it was changed, in milliseconds since the Unix epoch. */
  readonly timestampMs?: number | undefined;
  /** When the file system says its file was changed. Absent where there is no file. */
  readonly modifiedMs?: number | undefined;
}
