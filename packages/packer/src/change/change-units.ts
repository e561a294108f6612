import type { Chunk, ChangedFile, LineRange } from '@lexichord/abstractions';

import { joinParts } from '../chunk/anchored-chunks.js';
import { holds } from '../deduplicate/kept-ranges.js';
import { type MarkedLine, markedLines } from './marked-lines.js';

/** Changed lines of a file with the definition that contains them. */
export interface ChangeUnit {
  readonly file: ChangedFile;
  /** Lines of the unit before and after the change, in order. */
  readonly lines: readonly MarkedLine[];
  /** Index of the line that names the definition, if there is one. */
  readonly heading?: number | undefined;
  /** The definition; absent for lines between definitions. */
  readonly chunk?: Chunk | undefined;
  /** Parts with changed lines, if the definition was too large for one chunk. */
  readonly changedParts?: readonly LineSpan[] | undefined;
}

/** Number of unchanged lines around lines that were removed before an otherwise unchanged definition. */
const linesAround = 3;

/**
 * Returns the whole definitions with changed lines, and lines that were removed between definitions; by line.
 *
 * @param chunks of the file after the change, by line; of a deleted file, before it
 */
export function changeUnits(file: ChangedFile, chunks: readonly Chunk[]): readonly ChangeUnit[] {
  const all = markedLines(file);
  const isDeleted = file.status === 'deleted';
  const starts = startsOf(all, chunks, isDeleted);
  return definitionsIn(chunks).flatMap(({ first, last }) => {
    const start = starts[first] ?? 0;
    const own = all.slice(start, starts[last + 1]);
    if (own.every(isUnchanged)) return [];
    const border = isDeleted ? 0 : own.findIndex(({ mark }) => mark !== '-');
    if (border > 0 && own.slice(border).every(isUnchanged)) {
      return [{ file, lines: all.slice(Math.max(0, start - linesAround), start + border + linesAround) }];
    }
    const chunk = joinParts(chunks.slice(first, last + 1));
    const parts = starts.slice(first, first === last ? first : last + 1).map((from, index) => {
      return { first: from - start, last: (starts[first + index + 1] ?? all.length) - 1 - start };
    });
    const changedParts = parts.filter((span) => !own.slice(span.first, span.last + 1).every(isUnchanged));
    return [{ file, lines: own, chunk, heading: headingOf(own, chunk, isDeleted), changedParts }];
  });
}

function isUnchanged({ mark }: MarkedLine): boolean {
  return mark === ' ';
}

/**
 * Indexes of the first and the last chunk of each definition: a large one has several chunks, and so has a long line.
 */
function definitionsIn(chunks: readonly Chunk[]): readonly LineSpan[] {
  const wholes = chunks.flatMap(({ partOf }) => partOf ?? []);
  const spans: (LineSpan & { readonly whole: LineRange | undefined })[] = [];
  for (const [index, chunk] of chunks.entries()) {
    const whole = wholes.find((one) => holds(one, chunk));
    const before = spans.at(-1);
    if (before?.whole === undefined || before.whole !== whole) spans.push({ first: index, last: index, whole });
    else spans[spans.length - 1] = { ...before, last: index };
  }
  return spans;
}

/** Index of each chunk's first line in `all`; removed lines belong to the next chunk. */
function startsOf(all: readonly MarkedLine[], chunks: readonly Chunk[], isDeleted: boolean): readonly number[] {
  const starts = chunks.map(({ startLine }, index) => {
    if (index === 0) return 0;
    let start = all.findIndex(({ after, before }) => (isDeleted ? before : after) === startLine);
    while (start > 0 && !isDeleted && all[start - 1]?.mark === '-') start -= 1;
    return start < 0 ? all.length : start;
  });
  return [...starts, all.length];
}

function headingOf(lines: readonly MarkedLine[], chunk: Chunk, isDeleted: boolean): number | undefined {
  const line = chunk.definitions.find(({ name }) => name === chunk.symbol)?.line;
  if (line === undefined) return undefined;
  const index = lines.findIndex(({ after, before }) => (isDeleted ? before : after) === line);
  return index < 0 ? undefined : index;
}

/** Indexes of the first and the last of consecutive lines. */
export interface LineSpan {
  readonly first: number;
  readonly last: number;
}

/** Context around the changed lines of a unit: a number of lines, or the parts that contain them. */
export type UnitContext = number | 'parts';

/**
 * Returns the changed lines of a unit with their context, and the line that names the definition.
 *
 * @param context `Infinity`: all lines
 */
export function spansOf(unit: ChangeUnit, context: UnitContext): readonly LineSpan[] {
  const { lines, heading } = unit;
  const end = lines.length - 1;
  if (context === Infinity) return [{ first: 0, last: end }];
  const wanted = context === 'parts' ? (unit.changedParts ?? []) : changedSpans(lines, context);
  const named = heading === undefined ? [] : [{ first: heading, last: heading }];
  const spans: LineSpan[] = [];
  for (const span of [...named, ...wanted].sort((a, b) => a.first - b.first)) {
    const last = spans.at(-1);
    if (last !== undefined && span.first <= last.last + 1) {
      spans[spans.length - 1] = { first: last.first, last: Math.max(last.last, span.last) };
    } else spans.push(span);
  }
  return spans;
}

function changedSpans(lines: readonly MarkedLine[], context: number): readonly LineSpan[] {
  const end = lines.length - 1;
  return lines.flatMap((line, index): readonly LineSpan[] =>
    isUnchanged(line) ? [] : [{ first: Math.max(0, index - context), last: Math.min(end, index + context) }],
  );
}
