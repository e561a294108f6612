import type { ITokenCounter } from '@lexichord/abstractions';

import { BpeTokenCounter } from './bpe-token-counter.js';

/** Line starts of a text. */
export interface TextLines {
  readonly content: string;
  /** Number of lines. */
  readonly count: number;
  /** Offset of a line's first character, 0-based, in UTF-16 units; after the last line: the length of the text. */
  start(line: number): number;
}

/** Token counts of any range of lines, fast enough for trying many ranges. */
export interface TokenRanges {
  /**
   * Returns the number of tokens of the lines `[from, to)`, 0-based. At least the result of {@link exactly} for them;
   * equal to it with the counters of this package.
   */
  ofLines(from: number, to: number): number;
  /** Returns the number of tokens of the text `[start, end)`, as counted by the counter itself. */
  exactly(start: number, end: number): number;
}

/**
 * Creates token ranges: with an index that is exact and fast for this package's counter; by counting single lines for
 * others.
 */
export function createTokenRanges(lines: TextLines, counter: ITokenCounter): TokenRanges {
  return counter instanceof BpeTokenCounter ? indexedRanges(lines, counter) : summedRanges(lines, counter);
}

function indexedRanges(lines: TextLines, counter: BpeTokenCounter): TokenRanges {
  const index = counter.indexText(lines.content);
  const exactly = (start: number, end: number): number => index.countRange(start, end);
  return { ofLines: (from, to) => exactly(lines.start(from), lines.start(to)), exactly };
}

/** Sums single lines: a tokenizer makes no more tokens of two lines together than of each separately. */
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
