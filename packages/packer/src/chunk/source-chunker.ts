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
  /** Whether a search of the workspace found it. */
  readonly isSearchHit?: boolean | undefined;
  /**
   * Id of the excerpt that the chunk is a piece of. The source's score is that of the excerpt: the piece with the most
   * keywords of the task keeps it, the others get a share.
   */
  readonly pieceOf?: string | undefined;
  /** Order of the chunk among those with lines that the user names, from 0. */
  readonly anchorOrder?: number | undefined;
  /** Its relation to the packed change. */
  readonly relation?: ChangeRelation | undefined;
  /** Time of the last change according to the source, in milliseconds since the Unix epoch. */
  readonly timestampMs?: number | undefined;
  /** Time of the file's last change according to the file system. Absent without a file. */
  readonly modifiedMs?: number | undefined;
}

/** A chunk that is not packed, but ranked for listing in order. */
export interface WithheldChunk {
  readonly chunk: SourcedChunk;
  /** Absent: `secret`. */
  readonly reason?: 'secret' | 'below-threshold' | undefined;
  /** Rule and lines of a secret, without the secret; or the score and the minimum score. */
  readonly detail: string;
  /** The same in structured form. */
  readonly secrets?: readonly WithheldSecret[] | undefined;
}

/** The result of the second stage. */
export interface ChunkedSources {
  /** In the order of the sources, then by line. */
  readonly chunks: readonly SourcedChunk[];
  /** Chunks that are not in `chunks`. */
  readonly withheld: readonly WithheldChunk[];
  /** Sources that could not be cut, also for lack of time. */
  readonly rejected: readonly RejectedSource[];
  readonly isPartial: boolean;
  /** Sources whose chunks were cached by an earlier pack. */
  readonly cached: number;
}

/** Limits of cutting. */
export interface ChunkOptions extends CallOptions {
  /** When it aborts, the stage ends with the sources cut so far. */
  readonly deadline: AbortSignal;
  /** Maximum tokens of an excerpt; larger ones are cut into pieces of at most this size, if they have enough lines. */
  readonly maxExcerptTokens: number;
  /**
   * Maximum tokens of a chunk of a whole file, as many as would fit; larger ones are cut into the same pieces. Absent:
   * no limit.
   */
  readonly maxChunkTokens?: number | undefined;
  /** Chunks that stay whole anyway. Absent: none. */
  readonly whole?: WholeChunks | undefined;
  /**
   * Maximum tokens for lines that the user names and their definitions, including their framing in the text. Absent: no
   * limit.
   */
  readonly maxAnchoredTokens?: number | undefined;
  /** The layout of the text, which determines the tokens of the named lines in it. */
  readonly layout: Pick<Layout, 'measure'>;
}

/** Cuts sources into chunks, and removes secrets from them. */
export interface ISourceChunker {
  /** @throws the signal's reason */
  chunk(sources: readonly UsableSource[], options: ChunkOptions): Promise<ChunkedSources>;
}
export const ISourceChunker: Token<ISourceChunker> = token('ISourceChunker');
