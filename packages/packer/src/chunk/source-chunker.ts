import { type CallOptions, type RejectedSource, type Token, type WithheldSecret, token } from '@lexichord/abstractions';

import type { UsableSource } from '../collect/collected-sources.js';
import type { SourcedChunk } from '../sourced-chunk.js';

/** Lines that must not be packed. */
export interface WithheldChunk {
  readonly chunk: SourcedChunk;
  /** Which rule found a secret, on which line; never what it found. */
  readonly detail: string;
  /** The same for programs. */
  readonly secrets?: readonly WithheldSecret[] | undefined;
}

/** What the second stage gives the others. */
export interface ChunkedSources {
  /** In the order of the sources, then by line. */
  readonly chunks: readonly SourcedChunk[];
  /** Lines that hold secrets. None of them is in `chunks`. */
  readonly withheld: readonly WithheldChunk[];
  /** Sources that could not be cut, or for which there was no time. */
  readonly rejected: readonly RejectedSource[];
  readonly isPartial: boolean;
  /** Sources whose chunks were known from an earlier pack. */
  readonly known: number;
}

/** How long to cut. */
export interface ChunkOptions extends CallOptions {
  /** When it aborts, the stage ends with what it has by then. */
  readonly deadline: AbortSignal;
  /** An excerpt with more tokens is cut into pieces of at most so many, where it has lines enough. */
  readonly maxExcerptTokens: number;
}

/** Cuts sources into chunks, and takes secrets out of them. */
export interface ISourceChunker {
  /** @throws the signal's reason */
  chunk(sources: readonly UsableSource[], options: ChunkOptions): Promise<ChunkedSources>;
}
export const ISourceChunker: Token<ISourceChunker> = token('ISourceChunker');
