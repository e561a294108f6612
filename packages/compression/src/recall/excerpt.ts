import type { ITokenCounter } from '@lexichord/abstractions';
import { bestOf, indexWords } from '@lexichord/platform/text-search';

import { addPieces, type ContentPart, cutContent } from '../language/cut-content.js';
import { longestRead } from './turn-postings.js';

/** Stands where something is left out. */
export const gap = '…';

/** Parts of a long message that are considered. */
const mostParts = 200;

/** Part of a message's content, in UTF-16 units. */
export interface ContentRange {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** What a long message is cut for. */
export interface ExcerptWish {
  /** What is looked for, with how much each word tells; none: the beginning. */
  readonly words: ReadonlyMap<string, number>;
  /** Of the excerpt; its signs for what is left out come on top. */
  readonly maxTokens: number;
  readonly tokenCounter: ITokenCounter;
}

/** The parts of a message that say most of what is looked for, in their order; none when none fits. */
export function excerptOf(content: string, { words, maxTokens, tokenCounter }: ExcerptWish): readonly ContentRange[] {
  const parts = partsOf(content);
  const scores = parts.map(({ start, end }) => scoreOf(content.slice(start, end), words));
  const beginning = parts.map((_unused, number) => 1 / (1 + number));
  const chosen: ContentRange[] = [];
  let left = maxTokens;
  for (const number of [...bestOf(scores, mostParts), ...bestOf(beginning, mostParts)]) {
    const { start, end } = parts[number] as ContentPart;
    if (chosen.some((one) => one.start === start)) continue;
    const tokens = tokenCounter.countTokens(content.slice(start, end)) + 2;
    if (tokens > left) continue;
    chosen.push({ start, end });
    left -= tokens;
    if (left < 8) break;
  }
  return joinRanges(chosen, content);
}

/** In their order; what is next to each other or overlaps as one. */
export function joinRanges(ranges: readonly ContentRange[], content: string): readonly ContentRange[] {
  const joined: ContentRange[] = [];
  for (const range of ranges.toSorted((a, z) => a.start - z.start || a.end - z.end)) {
    const last = joined.at(-1);
    if (last !== undefined && content.slice(last.end, range.start).trim() === '') {
      joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    } else joined.push(range);
  }
  return joined;
}

/** The ranges with a sign wherever something is left out. */
export function writeExcerpt(content: string, ranges: readonly ContentRange[]): string {
  const pieces = ranges.map(({ start, end }) => content.slice(start, end).trim());
  const [first, last] = [ranges[0], ranges.at(-1)];
  const isFromStart = first !== undefined && content.slice(0, Math.min(first.start, longestRead)).trim() === '';
  const isToEnd =
    last !== undefined && last.end + longestRead > content.length && content.slice(last.end).trim() === '';
  return [...(isFromStart ? [] : [gap]), pieces.join(` ${gap} `), ...(isToEnd ? [] : [gap])].join(' ');
}

function partsOf(content: string): readonly ContentPart[] {
  const parts: ContentPart[] = [];
  for (const part of cutContent(content, 0, Math.min(content.length, longestRead))) addPieces(parts, content, part);
  return parts;
}

/** Long parts have more words than short ones, and cost more. */
function scoreOf(text: string, words: ReadonlyMap<string, number>): number {
  let score = 0;
  for (const word of new Set(indexWords(text))) score += words.get(word) ?? 0;
  return score / Math.sqrt(40 + text.length);
}
