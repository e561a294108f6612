import { closesFence, fenceOpenedBy } from '@lexichord/abstractions';
import { graphemeFloor } from '@lexichord/tokenizer';

import { type ToolResult, ToolResults } from '../message/tool-results.js';
import { lineKindOf } from './line-kind.js';
import type { Sentence } from './sentence-reader.js';

/** Part of a content, in UTF-16 units. */
export interface ContentPart {
  readonly kind: Sentence['kind'];
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** Maximum length of a part, in UTF-16 units; longer ones are cut, because one of them could fill a whole level. */
export const maxPartLength = 400;

/** Minimum length of a line that may be wrapped, in UTF-16 units; shorter lines end intentionally. */
const minWrappedLength = 60;

const listItem = /^\s{0,40}(?:[-*+•]|\d{1,3}[.)]|#{1,6}|>)\s/u;

/** A line without its white space at both ends. */
interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Cuts part of a content into paragraphs of prose, and everything else into lines: fenced code, logs, traces, tables,
 * data. Blank lines and fences are not part of any. Parts and fences end at the start and the end of a tool's result.
 */
export function cutContent(content: string, from: number, to: number): readonly ContentPart[] {
  const parts: ContentPart[] = [];
  let fence: string | undefined;
  let paragraph: ContentPart | undefined;
  const results = new ToolResults(content);
  let result: ToolResult | undefined;
  const endParagraph = (): void => {
    if (paragraph !== undefined) parts.push(paragraph);
    paragraph = undefined;
  };
  for (const line of linesOf(content, from, to)) {
    const before = result;
    result = results.at(line.start);
    if (result !== before) {
      endParagraph();
      fence = undefined;
    }
    const wasOpen = fence;
    if (fence === undefined) fence = fenceOpenedBy(line.text);
    else if (closesFence(line.text, fence)) fence = undefined;
    const kind = fence !== wasOpen ? 'blank' : fence === undefined ? lineKindOf(line.text) : 'code';
    if (kind === 'prose' && paragraph !== undefined && isWrapped(content, paragraph, line)) {
      paragraph = { ...paragraph, end: line.end };
      continue;
    }
    endParagraph();
    if (kind === 'prose') paragraph = { kind, start: line.start, end: line.end };
    else if (kind !== 'blank' && line.end > line.start) addPieces(parts, content, { ...line, kind });
  }
  endParagraph();
  return parts;
}

/** Adds a part in pieces of limited length, cut after white space if its second half has any. */
export function addPieces(parts: ContentPart[], content: string, { kind, start, end }: ContentPart): void {
  let at = start;
  while (end - at > maxPartLength) {
    const cut = cutBefore(content, at, at + maxPartLength);
    parts.push({ kind, start: at, end: cut });
    at = cut;
    while (at < end && isSpace(content, at)) at += 1;
  }
  if (end > at) parts.push({ kind, start: at, end });
}

function cutBefore(content: string, start: number, end: number): number {
  for (let at = end; at > start + (end - start) / 2; at -= 1) {
    if (isSpace(content, at) && !isSpace(content, at - 1)) return at;
  }
  return Math.max(graphemeFloor(content, end), start + 1);
}

/**
 * Moves a cut after the last line feed within half of `reach` before it, else after a space, else between characters.
 */
export function cutNear(content: string, offset: number, reach: number): number {
  const from = offset - Math.floor(reach / 2);
  const near = content.slice(from, offset);
  const lineFeed = near.lastIndexOf('\n');
  const last = lineFeed >= 0 ? lineFeed : near.lastIndexOf(' ');
  if (last >= 0) return from + last + 1;
  return characterStart(content, offset);
}

/** Moves an offset out of the middle of a surrogate pair. */
export function characterStart(content: string, offset: number): number {
  const unit = content.charCodeAt(offset);
  return unit >= 0xdc00 && unit <= 0xdfff ? offset - 1 : offset;
}

/** Whether a line continues the paragraph before it, whose long lines are wrapped. */
function isWrapped(content: string, paragraph: ContentPart, line: Line): boolean {
  const lastStart = content.lastIndexOf('\n', paragraph.end - 1) + 1;
  const lastLength = paragraph.end - Math.max(lastStart, paragraph.start);
  const isNext = content.indexOf('\n', paragraph.end) === content.lastIndexOf('\n', line.start - 1);
  return isNext && lastLength >= minWrappedLength && lastLength <= 2 * minWrappedLength && !listItem.test(line.text);
}

function* linesOf(content: string, from: number, to: number): Generator<Line> {
  for (let at = from; at < to;) {
    const lineFeed = content.indexOf('\n', at);
    const lineEnd = lineFeed < 0 || lineFeed > to ? to : lineFeed;
    let start = at;
    let end = lineEnd;
    while (start < end && isSpace(content, start)) start += 1;
    while (end > start && isSpace(content, end - 1)) end -= 1;
    yield { start, end, text: content.slice(at, lineEnd) };
    at = lineEnd + 1;
  }
}

const otherSpace = /\s/u;

function isSpace(content: string, at: number): boolean {
  const unit = content.charCodeAt(at);
  return unit < 0x80 ? unit === 0x20 || (unit >= 9 && unit <= 13) : otherSpace.test(content.charAt(at));
}
