import type { ITokenCounter, IncludedChunk, RankedChunk } from '@lexichord/abstractions';
import { LineIndex } from '@lexichord/platform/internal';

import type { Layout } from '../format/formatter.js';

/** Limits of a cut. */
export interface TruncationLimits {
  readonly maxTokens: number;
  readonly counter: ITokenCounter;
  readonly layout: Layout;
}

/**
 * Cuts a chunk to the maximum number of whole lines from its beginning that fit with their framing. Ends at a blank
 * line if that keeps more than half of them. Returns `undefined` if not even one line fits.
 */
export function truncateToFit(
  chunk: RankedChunk,
  { maxTokens, counter, layout }: TruncationLimits,
): IncludedChunk | undefined {
  const lines = new LineIndex(chunk.content);
  const isMarked = chunk.relation?.isMarked === true;
  const lineCount = isMarked ? lines.count : chunk.endLine - chunk.startLine + 1;
  const upTo = (count: number): IncludedChunk => {
    const content = chunk.content.slice(0, lines.start(count));
    const tokenCount = counter.countTokens(content);
    const shown = isMarked ? linesAfter(content) : count;
    return { ...chunk, content, tokenCount, endLine: chunk.startLine + Math.max(1, shown) - 1, isTruncated: true };
  };
  const fits = (count: number): boolean => layout.measure([upTo(count)]) <= maxTokens;
  let max = 0;
  for (let low = 1, high = lineCount - 1; low <= high;) {
    const middle = (low + high) >>> 1;
    if (fits(middle)) [max, low] = [middle, middle + 1];
    else high = middle - 1;
  }
  if (max === 0) return undefined;
  let paragraph = max;
  while (paragraph > max / 2 && lines.text(paragraph).trim() !== '') paragraph -= 1;
  return upTo(paragraph > max / 2 ? paragraph : max);
}

/** Number of lines of a difference that are in the changed file. */
function linesAfter(content: string): number {
  return content.split('\n').filter((line) => line !== '' && !line.startsWith('-')).length;
}
