import {
  type CallOptions,
  type ChangeRelation,
  type Chunk,
  type RejectedSource,
  type SourceType,
  type Token,
  token,
  type WithheldSecret,
} from '@lexichord/abstractions';

import type { UsableSource } from '../collect/source-collector.js';
import type { Layout } from '../format/formatter.js';
import type { WholeChunks } from '../stable/kept-chunks.js';

/** A chunk with the fields of its source. */
export interface SourcedChunk extends Chunk {
  readonly sourceType: SourceType;
  /** Relevance for the task according to the source, 0 to 1. */
  readonly relevanceScore?: number | undefined;
  /** Found by a search of the workspace. */
  readonly isSearchHit?: boolean | undefined;
  /**
   * Id of the excerpt that the chunk is a piece of. The source's score is the excerpt's: the piece that has most of the
   * task's words has earned it, the others only a part of it.
   */
  readonly pieceOf?: string | undefined;
  /** For a chunk with lines that the user names: the order in which they are named, from 0. */
  readonly anchorOrder?: number | undefined;
  /** Its relation to the packed change. */
  readonly relation?: ChangeRelation | undefined;
  /** Time of the last change according to the source, in milliseconds since the Unix epoch. */
  readonly timestampMs?: number | undefined;
  /** Time of the file's last change according to the file system. Absent where there is no file. */
  readonly modifiedMs?: number | undefined;
}

/** Lines that are ranked, to be listed in order, and not packed. */
export interface WithheldChunk {
  readonly chunk: SourcedChunk;
  /** Absent: `secret`. */
  readonly reason?: 'secret' | 'below-threshold' | undefined;
  /** Which rule found a secret, on which line, never what it found; or which score would have been enough. */
  readonly detail: string;
  /** The same for programs. */
  readonly secrets?: readonly WithheldSecret[] | undefined;
}

/** The result of the second stage. */
export interface ChunkedSources {
  /** In the order of the sources, then by line. */
  readonly chunks: readonly SourcedChunk[];
  /** None of them is in `chunks`. */
  readonly withheld: readonly WithheldChunk[];
  /** Sources that could not be cut, or for which there was no time. */
  readonly rejected: readonly RejectedSource[];
  readonly isPartial: boolean;
  /** Sources whose chunks were cached by an earlier pack. */
  readonly cached: number;
}

/** How long to cut. */
export interface ChunkOptions extends CallOptions {
  /** When it aborts, the stage ends with what it has by then. */
  readonly deadline: AbortSignal;
  /** An excerpt with more tokens is cut into pieces of at most so many, where it has lines enough. */
  readonly maxExcerptTokens: number;
  /** The same for a chunk of a whole file that has more tokens than this, which is as much as would fit. Absent: none. */
  readonly maxChunkTokens?: number | undefined;
  /** Chunks that stay whole all the same. Absent: none. */
  readonly whole?: WholeChunks | undefined;
  /**
   * Tokens that may be used for lines that the user names and what they are in, with what is around them in the text.
   * Absent: no limit.
   */
  readonly maxAnchoredTokens?: number | undefined;
  /** The layout of the text, which determines the tokens of the named lines in it. */
  readonly layout: Pick<Layout, 'measure'>;
}

/** Cuts sources into chunks, and takes secrets out of them. */
export interface ISourceChunker {
  /** @throws the signal's reason */
  chunk(sources: readonly UsableSource[], options: ChunkOptions): Promise<ChunkedSources>;
}
export const ISourceChunker: Token<ISourceChunker> = token('ISourceChunker');
