import type { TextRange } from '@lexichord/abstractions';
import { omissionMark } from '../text/omission-mark.js';
import { blockIndexAt, type MeasuredBlock, type MeasuredDocument, tokensIn } from './measure-document.js';

/** Adds a range to disjoint ranges in order; ranges that touch become one. */
export function addRange(ranges: readonly TextRange[], added: TextRange): readonly TextRange[] {
  const before = ranges.filter(({ endOffset }) => endOffset < added.startOffset);
  const after = ranges.filter(({ startOffset }) => startOffset > added.endOffset);
  const touching = ranges.slice(before.length, ranges.length - after.length);
  const startOffset = Math.min(added.startOffset, touching[0]?.startOffset ?? added.startOffset);
  const endOffset = Math.max(added.endOffset, touching.at(-1)?.endOffset ?? added.endOffset);
  return [...before, { startOffset, endOffset }, ...after];
}

/** What the ranges leave out, in order. */
export function gapsBetween(ranges: readonly TextRange[], length: number): readonly TextRange[] {
  const starts = [0, ...ranges.map(({ endOffset }) => endOffset)];
  const ends = [...ranges.map(({ startOffset }) => startOffset), length];
  return starts
    .map((startOffset, index) => ({ startOffset, endOffset: ends[index] ?? length }))
    .filter(({ startOffset, endOffset }) => endOffset > startOffset);
}

/** The ranges as text, in document order, with a line for every stretch between them that was left out. */
export function renderExcerpt(
  document: MeasuredDocument,
  ranges: readonly TextRange[],
  { marks }: { readonly marks: boolean },
): string {
  const parts = ranges.map((range) => ({ at: range.startOffset, text: textOf(document, range) }));
  if (marks) {
    for (const gap of gapsBetween(ranges, document.content.length)) {
      if (isBlank(document.content, gap)) continue;
      const sections = document.structure.headings.filter(({ startOffset }) => contains(gap, startOffset)).length;
      parts.push({ at: gap.startOffset, text: omissionMark({ tokens: tokensIn(document, gap), sections }) });
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

/** The text of a range without blank lines around it. A fenced block that is cut gets its fence lines again. */
function textOf(document: MeasuredDocument, { startOffset, endOffset }: TextRange): string {
  const { content, blocks } = document;
  const first = blocks[blockIndexAt(document, startOffset)];
  const last = blocks[blockIndexAt(document, Math.max(startOffset, endOffset - 1))];
  const opened = first !== undefined && first.startOffset < startOffset ? fenceOf(content, first) : undefined;
  const fence = last === undefined ? undefined : fenceOf(content, last);
  const closed = fence !== undefined && endOffset <= fence.lastInside ? fence : undefined;

  const from = opened === undefined ? startOffset : Math.max(startOffset, opened.firstInside);
  const text = content
    .slice(from, endOffset)
    .replace(/^(?:[ \t]*(?:\r\n|\r|\n))+/u, '')
    .trimEnd();
  if (text.length === 0) return '';
  return [opened?.opening, text, closed?.closing].filter((line) => line !== undefined).join('\n');
}

interface Fence {
  readonly opening: string;
  readonly closing: string;
  /** Offset of the first line inside. */
  readonly firstInside: number;
  /** Offset of the end of the last line inside. */
  readonly lastInside: number;
}

function fenceOf(content: string, { kind, startOffset, endOffset }: MeasuredBlock): Fence | undefined {
  if (kind !== 'code') return undefined;
  const opening = /^ {0,3}(`{3,}|~{3,})[^\r\n]*/u.exec(
    content.slice(startOffset, Math.min(endOffset, startOffset + 200)),
  );
  if (opening?.[1] === undefined) return undefined;
  const end = startOffset + content.slice(startOffset, endOffset).trimEnd().length;
  return {
    opening: opening[0],
    closing: opening[1],
    firstInside:
      startOffset + opening[0].length + (content.startsWith('\r\n', startOffset + opening[0].length) ? 2 : 1),
    lastInside: Math.max(startOffset + opening[0].length, content.lastIndexOf('\n', end - 1)),
  };
}
