import type { Chunk, ChangedFile } from '@lexichord/abstractions';

import { type MarkedLine, markedLines } from './marked-lines.js';

/** Changed lines of a file with the definition that they are in. */
export interface ChangeUnit {
  readonly file: ChangedFile;
  /** What the file has before and after, in order. */
  readonly lines: readonly MarkedLine[];
  /** Index of the line that names the definition, where it has one. */
  readonly heading?: number | undefined;
  /** The definition; absent for lines between definitions. */
  readonly chunk?: Chunk | undefined;
}

/** Unchanged lines around lines that were removed between two definitions in which nothing else differs there. */
const linesAround = 3;

/**
 * The definitions with changed lines, whole, and lines that were removed between definitions; by line.
 *
 * @param chunks of the file after the change, by line; of a deleted file, before it
 */
export function changeUnits(file: ChangedFile, chunks: readonly Chunk[]): readonly ChangeUnit[] {
  const all = markedLines(file);
  const isDeleted = file.status === 'deleted';
  const starts = startsOf(all, chunks, isDeleted);
  return chunks.flatMap((chunk, index) => {
    const start = starts[index] ?? 0;
    const own = all.slice(start, starts[index + 1]);
    if (own.every(({ mark }) => mark === ' ')) return [];
    const border = isDeleted ? 0 : own.findIndex(({ mark }) => mark !== '-');
    if (border > 0 && own.slice(border).every(({ mark }) => mark === ' ')) {
      return [{ file, lines: all.slice(Math.max(0, start - linesAround), start + border + linesAround) }];
    }
    return [{ file, lines: own, chunk, heading: headingOf(own, chunk, isDeleted) }];
  });
}

/** Index of each chunk's first line among all; removed lines belong to the chunk that follows them. */
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

/** Index of the first and the last line of lines that stand together. */
export interface LineSpan {
  readonly first: number;
  readonly last: number;
}

/**
 * The changed lines of a unit with so many unchanged lines around each, and the line that names the definition.
 *
 * @param context `Infinity`: all lines
 */
export function spansOf({ lines, heading }: ChangeUnit, context: number): readonly LineSpan[] {
  const end = lines.length - 1;
  if (context === Infinity) return [{ first: 0, last: end }];
  const wanted = lines.flatMap(({ mark }, index): readonly LineSpan[] =>
    mark === ' ' ? [] : [{ first: Math.max(0, index - context), last: Math.min(end, index + context) }],
  );
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
