import type { ITokenCounter } from '@lexichord/abstractions';
import type { LineIndex } from '@lexichord/platform/internal';
import type { TokenRanges } from '@lexichord/tokenizer';

import type { SyntaxNode } from '../tree/syntax-node.js';
import type { LineRange } from './pieces.js';

/** Sizes of chunks, in tokens. */
export interface ChunkSizes {
  readonly minChunkTokens: number;
  readonly targetChunkTokens: number;
  readonly maxChunkTokens: number;
}

/** The text to cut, with its lines, tokens and sizes. */
export interface CutContext {
  readonly lines: LineIndex;
  /** Lines of the file; one less than the index's if the text ends with a line end. */
  readonly lineCount: number;
  readonly tokens: TokenRanges;
  readonly counter: ITokenCounter;
  readonly sizes: ChunkSizes;
}

/** The owner of drafts that are parts of one definition or line. Compared by identity. */
export interface PartOwner {
  /** Absent for the pieces of one long line. */
  readonly node?: SyntaxNode;
  /**
   * Lines of the definition and of small neighbours in its first or last part. Absent for the pieces of one long line.
   */
  readonly lines?: LineRange;
}

/** A definition above the maximum that is not split yet. */
export interface LargeDefinition extends LineRange {
  readonly node: SyntaxNode;
  /** The nodes between which it is cut. */
  readonly children: readonly SyntaxNode[];
}

/** A draft of a chunk: the lines `[from, to)`, 0-based. */
export interface Draft {
  readonly from: number;
  readonly to: number;
  readonly tokens: number;
  /** The list of its siblings. Compared by identity; neighbours are joined within one list first. */
  readonly family: object;
  /** Whether it has no name, and may be joined up to the target size. */
  readonly isPlain: boolean;
  /** Whether it is the head of a container, which is joined with the next draft if both fit. */
  readonly isHeader: boolean;
  readonly isImports: boolean;
  readonly owner?: PartOwner | undefined;
  /** The definition above the maximum, with joined neighbours, to be split in the end. */
  readonly large?: LargeDefinition | undefined;
  /** Offsets within the line `from`, for a piece of a long line. */
  readonly within?: { readonly start: number; readonly end: number } | undefined;
}
