import type { ChunkKind, ChunkSymbol } from '@lexichord/abstractions';

/** What the index knows of a chunk beside its words and its vector. */
export interface ChunkRecord {
  /** `path:start-end@hash8`. */
  readonly id: string;
  /** Relative to the workspace, forward slashes. */
  readonly filePath: string;
  /** 1-based. */
  readonly startLine: number;
  /** 1-based, inclusive. */
  readonly endLine: number;
  readonly kind: ChunkKind;
  readonly symbol?: string | undefined;
  readonly enclosing: readonly string[];
  readonly definitions: readonly ChunkSymbol[];
  readonly language: string;
  readonly tokenCount: number;
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
