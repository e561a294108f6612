import { type CallOptions, type IncludedChunk, type PackTemplate, type Token, token } from '@lexichord/abstractions';

import type { OutlineLine } from '../detail/less-detail.js';
import type { ArrangedChunks } from './arranged-parts.js';

/** A template that is prepared for one task. */
export interface Layout {
  /** Formats chunks; returns an empty text without chunks (T-016 FR-016-121..140). */
  format(chunks: readonly IncludedChunk[]): string;
  /**
   * Tokens of chunks of one file, or of outline lines, in the text, including their framing. Accurate to a few tokens:
   * at the joint of two texts the tokenizer may count one more or less.
   */
  measure(chunks: readonly IncludedChunk[]): number;
  /** Tokens of outline lines, as `measure` counts them. Absent: outline lines are not in the text. */
  measureOutline?: ((lines: readonly OutlineLine[]) => number) | undefined;
  /** Tokens around all files. */
  readonly frameTokens: number;
  /** Formats chunks in a given order. Absent: only one order is supported. */
  formatArranged?(arranged: ArrangedChunks): string;
  /** Warnings about the template, one sentence each. */
  readonly warnings: readonly string[];
}

/** Formats the text of a pack. */
export interface IFormatter {
  /**
   * @param template absent: the configured one
   * @throws {LexichordError} `invalid-argument` for a template that cannot be read
   */
  layout(template: PackTemplate | undefined, task: string, options?: CallOptions): Promise<Layout>;
  /**
   * Returns files whose packed lines differ from their current content. Sorted; empty if the configuration disables the
   * check.
   */
  changedFiles(chunks: readonly IncludedChunk[], options?: CallOptions): Promise<readonly string[]>;
  /** Returns files whose packed lines have U+FFFD instead of bytes that are not UTF-8. Sorted. */
  undecodedFiles(chunks: readonly IncludedChunk[], options?: CallOptions): Promise<readonly string[]>;
}
export const IFormatter: Token<IFormatter> = token('IFormatter');
