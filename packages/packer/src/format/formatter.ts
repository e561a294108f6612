import { type CallOptions, type IncludedChunk, type PackTemplate, type Token, token } from '@lexichord/abstractions';

import type { ArrangedChunks } from './arranged-parts.js';

/** A template for one task, ready to be used. */
export interface Layout {
  /** The text of the chunks, in the layout; empty without chunks (T-016 FR-016-121..140). */
  format(chunks: readonly IncludedChunk[]): string;
  /**
   * Tokens that chunks of one file, or lines of the outline, take in the text, everything around them included, to within
   * a few tokens: where two texts meet, the tokenizer may count one more or less.
   */
  measure(chunks: readonly IncludedChunk[]): number;
  /** Whether chunks with less detail than a body are in the text. Absent: no. */
  readonly showsOutline?: boolean | undefined;
  /** Tokens around all files. */
  readonly frameTokens: number;
  /** The text of chunks in a given order. Absent: there is only one order. */
  formatArranged?(arranged: ArrangedChunks): string;
  /** Warnings about the template, a sentence each. */
  readonly warnings: readonly string[];
}

/** Makes the text of a pack. */
export interface IFormatter {
  /**
   * @param template absent: the configured one
   * @throws {LexichordError} `invalid-argument` for a template that cannot be read
   */
  layout(template: PackTemplate | undefined, task: string, options?: CallOptions): Promise<Layout>;
  /**
   * Files whose packed lines are no longer what they hold, because they changed in the meantime. Sorted; empty when
   * the configuration asks for no check.
   */
  changedFiles(chunks: readonly IncludedChunk[], options?: CallOptions): Promise<readonly string[]>;
  /** Files whose packed lines have U+FFFD instead of bytes that are not UTF-8. Sorted. */
  undecodedFiles(chunks: readonly IncludedChunk[], options?: CallOptions): Promise<readonly string[]>;
}
export const IFormatter: Token<IFormatter> = token('IFormatter');
