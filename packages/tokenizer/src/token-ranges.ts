import type { ITokenCounter } from '@lexichord/abstractions';

import { BpeTokenCounter } from './bpe-token-counter.js';

/** Line starts of a text. */
export interface TextLines {
  readonly content: string;
  /** Number of lines. */
  readonly count: number;
  /** Offset of a line's first character, 0-based, in UTF-16 units; behind the last line: the length of the text. */
  start(line: number): number;
}

/** Tokens of any range of lines, quickly enough to try many ranges. */
export interface TokenRanges {
  /**
   * Tokens of the lines `[from, to)`, 0-based. At least what {@link exactly} gives for them, and with the
   * counters of this package the same.
   */
  ofLines(from: number, to: number): number;
  /** Tokens of the text `[start, end)`, as the counter itself counts it. */
  exactly(start: number, end: number): number;
}

/** This package's counter has an index that makes both exact and quick; another counter's lines are counted one by one. */
export function createTokenRanges(lines: TextLines, counter: ITokenCounter): TokenRanges {
  return counter instanceof BpeTokenCounter ? indexedRanges(lines, counter) : summedRanges(lines, counter);
}

function indexedRanges(lines: TextLines, counter: BpeTokenCounter): TokenRanges {
  const index = counter.indexText(lines.content);
  const exactly = (start: number, end: number): number => index.countRange(start, end);
  return { ofLines: (from, to) => exactly(lines.start(from), lines.start(to)), exactly };
}

/** A tokenizer does not make more tokens of two lines together than of each alone. */
function summedRanges(lines: TextLines, counter: ITokenCounter): TokenRanges {
  const { content } = lines;
  const sums = [0];
  for (let line = 0; line < lines.count; line += 1) {
    const tokens = counter.countTokens(content.slice(lines.start(line), lines.start(line + 1)));
    sums.push((sums[line] as number) + tokens);
  }
  const sumBefore = (line: number): number => sums[Math.min(line, lines.count)] as number;
  return {
    ofLines: (from, to) => sumBefore(to) - sumBefore(from),
    exactly: (start, end) => counter.countTokens(content.slice(start, end)),
  };
}
