import type { ITokenCounter, QuoteText, TextRange } from '@lexichord/abstractions';

import type { CutFrames } from '../text/frame-cut.js';
import { omissionMark } from '../text/text-marks.js';
import { type MeasuredDocument, tokensIn } from './measure-document.js';

/** Number of tokens that exceeds every mark, even with the error of the estimate. */
const clearlyMoreThanMark = 60;

/** Maximum length of a gap that is counted, in UTF-16 units; a longer one of few tokens is mostly white space. */
const maxSmallGap = 1_000;

/** Adds a range to ordered disjoint ranges; ranges that touch are joined. */
export function addRange(ranges: readonly TextRange[], added: TextRange): readonly TextRange[] {
  const before = ranges.filter(({ endOffset }) => endOffset < added.startOffset);
  const after = ranges.filter(({ startOffset }) => startOffset > added.endOffset);
  const touching = ranges.slice(before.length, ranges.length - after.length);
  const startOffset = Math.min(added.startOffset, touching[0]?.startOffset ?? added.startOffset);
  const endOffset = Math.max(added.endOffset, touching.at(-1)?.endOffset ?? added.endOffset);
  return [...before, { startOffset, endOffset }, ...after];
}

/** Ranges of the text between the given ranges, in order. */
export function gapsBetween(ranges: readonly TextRange[], length: number): readonly TextRange[] {
  const starts = [0, ...ranges.map(({ endOffset }) => endOffset)];
  const ends = [...ranges.map(({ startOffset }) => startOffset), length];
  return starts
    .map((startOffset, index) => ({ startOffset, endOffset: ends[index] ?? length }))
    .filter(({ startOffset, endOffset }) => endOffset > startOffset);
}

/** Adds the gaps whose marks would cost at least as much as their text. */
export function closeSmallGaps(
  document: MeasuredDocument,
  ranges: readonly TextRange[],
  tokenCounter: ITokenCounter,
): readonly TextRange[] {
  return gapsBetween(ranges, document.content.length)
    .filter((gap) => isCheaperThanMark(document, gap, tokenCounter))
    .reduce((closed, gap) => addRange(closed, gap), ranges);
}

function isCheaperThanMark(document: MeasuredDocument, gap: TextRange, tokenCounter: ITokenCounter): boolean {
  if (tokensIn(document, gap) > clearlyMoreThanMark || gap.endOffset - gap.startOffset > maxSmallGap) return false;
  const text = document.content.slice(gap.startOffset, gap.endOffset);
  return tokenCounter.countTokens(text) <= tokenCounter.countTokens(`\n\n${markOf(document, gap)}\n\n`);
}

function markOf(document: MeasuredDocument, gap: TextRange): string {
  const sections = document.structure.headings.filter(({ startOffset }) => contains(gap, startOffset)).length;
  return omissionMark({ tokens: tokensIn(document, gap), sections });
}

/** Options for writing an excerpt. */
interface ExcerptForm {
  /** Whether omissions are marked by a line. */
  readonly marks: boolean;
  readonly frames: CutFrames;
  readonly quote?: QuoteText | undefined;
}

/** The ranges as text, in document order, with an omission mark between them. */
export function renderExcerpt(
  document: MeasuredDocument,
  ranges: readonly TextRange[],
  { marks, frames, quote = (text) => text }: ExcerptForm,
): string {
  const parts = ranges.map((range) => {
    const text = textOf(document.content, range, frames);
    return { at: range.startOffset, text: text === '' ? '' : quote(text) };
  });
  if (marks) {
    for (const gap of gapsBetween(ranges, document.content.length)) {
      if (isBlank(document.content, gap)) continue;
      parts.push({ at: gap.startOffset, text: markOf(document, gap) });
    }
    parts.sort((left, right) => left.at - right.at);
  }
  return parts
    .map(({ text }) => text)
    .filter((text) => text.length > 0)
    .join('\n\n');
}

function contains({ startOffset, endOffset }: TextRange, offset: number): boolean {
  return startOffset <= offset && offset < endOffset;
}

function isBlank(content: string, { startOffset, endOffset }: TextRange): boolean {
  return content.slice(startOffset, Math.min(endOffset, startOffset + 1_000)).trim().length === 0
    ? content.slice(startOffset, endOffset).trim().length === 0
    : false;
}

/** The text of a range without surrounding blank lines, framed if it was cut inside a code block or a table. */
function textOf(content: string, range: TextRange, frames: CutFrames): string {
  const { startOffset, endOffset, lead, tail } = frames.frame(range);
  const text = content
    .slice(startOffset, endOffset)
    .replace(/^(?:[ \t]*(?:\r\n|\r|\n))+/u, '')
    .trimEnd();
  return text.length === 0 ? '' : `${lead}${text}${tail}`;
}
