import type { ITokenCounter } from '@lexichord/abstractions';
import type { LineIndex } from '@lexichord/platform/internal';
import type { TokenRanges } from '@lexichord/tokenizer';

import type { SyntaxNode } from '../tree/syntax-node.js';

/** How large chunks are to be, in tokens. */
export interface ChunkSizes {
  readonly minChunkTokens: number;
  readonly targetChunkTokens: number;
  readonly maxChunkTokens: number;
}

/** What cutting a text needs. */
export interface CuttingBoard {
  readonly lines: LineIndex;
  /** Lines of the file; one less than the index's if the text ends with a line end. */
  readonly lineCount: number;
  readonly tokens: TokenRanges;
  readonly counter: ITokenCounter;
  readonly sizes: ChunkSizes;
}

/** What several drafts are the parts of. Compared by identity. */
export interface PartOwner {
  /** Absent for the pieces of one long line. */
  readonly node?: SyntaxNode;
}

/** A chunk to be: the lines `[from, to)`, 0-based. */
export interface Draft {
  readonly from: number;
  readonly to: number;
  readonly tokens: number;
  /** Which list of siblings it comes from. Compared by identity: neighbours are joined within one list first. */
  readonly family: object;
  /** What has no name: may be joined up to the target size. */
  readonly isPlain: boolean;
  /** The head of a class or the like: never alone if it fits with what follows. */
  readonly isHeader: boolean;
  readonly isImports: boolean;
  readonly owner?: PartOwner | undefined;
  /** Offsets within the line `from`, for a piece of a line that is too long. */
  readonly within?: { readonly start: number; readonly end: number } | undefined;
}
