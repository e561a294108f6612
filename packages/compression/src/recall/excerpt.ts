import type { ITokenCounter } from '@lexichord/abstractions';
import { indexWords } from '@lexichord/text-index';
import { bestOf } from '@lexichord/text-index/internal';

import { addPieces, type ContentPart, cutContent } from '../language/cut-content.js';
import { ToolResults } from '../message/tool-results.js';

/** Mark for text that is left out. */
export const gap = '…';

/** Tokens of the marks around a part. */
const signTokens = 2;

/** Maximum number of parts of a long message that are tried. */
const maxParts = 100;

/** Part of a message's content, in UTF-16 units. */
export interface ContentRange {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** Part of a message with its words. */
export interface TurnPart extends ContentRange {
  readonly words: ReadonlySet<string>;
}

/** A message that is too long to be shown in full. */
export interface LongTurn {
  readonly content: string;
  /** In order; from the searched ranges of the message. */
  readonly parts: readonly TurnPart[];
  /** Tokens of each part, 0 if not counted yet; grows. */
  readonly tokens: Uint32Array;
}

/** Words and budget of an excerpt of a long message. */
export interface ExcerptRequest {
  /** Words to find, each with its weight; if there are none, the excerpt is the beginning. */
  readonly words: ReadonlyMap<string, number>;
  /** Maximum for the excerpt, without the marks for text that is left out. */
  readonly maxTokens: number;
  readonly tokenCounter: ITokenCounter;
}

/** Cuts a message into lines and paragraphs. @param looked ranges of the message to cut, in order */
export function cutTurn(content: string, looked: readonly ContentRange[]): LongTurn {
  const parts: ContentPart[] = [];
  for (const { start, end } of looked) {
    for (const part of cutContent(content, start, end)) addPieces(parts, content, part);
  }
  const cut = parts.map(({ start, end }) => ({ start, end, words: new Set(indexWords(content.slice(start, end))) }));
  return { content, parts: cut, tokens: new Uint32Array(cut.length) };
}

/** Selects the parts of a message that match the words best, in order; none if none fits. */
export function excerptOf(turn: LongTurn, { words, maxTokens, tokenCounter }: ExcerptRequest): readonly ContentRange[] {
  const { content, parts, tokens } = turn;
  const matches = parts.map((part) => scoreOf(part, words));
  const scores = matches.some((score) => score > 0)
    ? matches.map((_unused, number) => withNeighbours(matches, number))
    : parts.map((_unused, number) => 1 / (1 + number));
  const chosen: ContentRange[] = [];
  let left = maxTokens;
  for (const number of bestOf(scores, maxParts)) {
    const { start, end } = parts[number] as TurnPart;
    if (tokens[number] === 0) tokens[number] = tokenCounter.countTokens(content.slice(start, end)) + signTokens;
    const cost = tokens[number] as number;
    if (cost > left) continue;
    chosen.push({ start, end });
    left -= cost;
    if (left < 3) break;
  }
  return joinRanges(chosen, content);
}

/** Sorts ranges, and joins adjacent and overlapping ones. */
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

/** Writes the ranges, with a mark where text is left out. */
export function writeExcerpt(content: string, ranges: readonly ContentRange[]): string {
  const results = new ToolResults(content);
  let text = '';
  let before: ContentRange | undefined;
  for (const range of ranges.map((one) => withoutSpace(one, content))) {
    const isSame = before !== undefined && results.at(before.end - 1) === results.at(range.start);
    if (before !== undefined) text += isSame ? ` ${gap} ` : ` ${gap}\n`;
    text += (isSame ? '' : results.labelFor(range.start)) + content.slice(range.start, range.end);
    before = range;
  }
  const [first, last] = [ranges[0], ranges.at(-1)];
  const isFromStart = first !== undefined && content.slice(0, first.start).trim() === '';
  const isToEnd = last !== undefined && content.slice(last.end).trim() === '';
  return [...(isFromStart ? [] : [gap]), text, ...(isToEnd ? [] : [gap])].join(' ');
}

function withoutSpace({ start, end }: ContentRange, content: string): ContentRange {
  const words = content.slice(start, end);
  const from = start + words.length - words.trimStart().length;
  return { start: from, end: Math.max(from, start + words.trimEnd().length) };
}

/** Score of a part: the weights of its words, reduced for long parts, which have more words and cost more. */
function scoreOf({ start, end, words: said }: TurnPart, words: ReadonlyMap<string, number>): number {
  let score = 0;
  for (const [word, weight] of words) if (said.has(word)) score += weight;
  return score / Math.sqrt(40 + end - start);
}

/** Adds the scores of neighbours, which give context to a match. */
function withNeighbours(scores: readonly number[], number: number): number {
  const at = (index: number): number => scores[index] ?? 0;
  return at(number) + (at(number - 1) + at(number + 1)) / 2 + (at(number - 2) + at(number + 2)) / 4;
}
