import type { TextPosition } from '@lexichord/abstractions';

import { usageError } from '../command-line/read-options.js';

/** Where the cursor is, as the user wrote it. */
export type CursorInput = { readonly offset: number } | { readonly position: TextPosition };

/** A range as the user wrote it; the end is exclusive. */
export interface RangeInput {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

/** No document has a larger offset, line or column. */
const number = String.raw`\d{1,12}`;
const offsetPattern = new RegExp(`^${number}$`, 'u');
const positionPattern = new RegExp(`^(?<line>${number}):(?<column>${number})$`, 'u');

/**
 * `120` is an offset in UTF-16 units from 0, `12:4` a line and column from 1.
 *
 * @throws {LexichordError} `invalid-argument`
 */
export function parseCursor(text: string): CursorInput {
  if (offsetPattern.test(text)) return { offset: Number(text) };
  const position = parsePosition(text);
  if (position !== undefined) return { position };
  throw usageError(
    `--cursor is ${JSON.stringify(text)}; it must be an offset from 0, such as 120, or a line and column from 1, such as 12:4.`,
    { option: '--cursor', value: text },
  );
}

/**
 * `10:1-14:1`: lines 10 to 13, whole.
 *
 * @throws {LexichordError} `invalid-argument`, also for a range that is empty or runs backwards
 */
export function parseRange(text: string): RangeInput {
  const [first, last, ...rest] = text.split('-');
  const start = parsePosition(first ?? '');
  const end = parsePosition(last ?? '');
  if (start === undefined || end === undefined || rest.length > 0) {
    throw rangeError(text, 'it must be two places with a line and column from 1, such as 10:1-14:1');
  }
  const isForward = start.line < end.line || (start.line === end.line && start.column < end.column);
  if (!isForward) throw rangeError(text, 'its end, which is exclusive, must come after its start');
  return { start, end };
}

function parsePosition(text: string): TextPosition | undefined {
  const groups = positionPattern.exec(text)?.groups;
  const [line, column] = [Number(groups?.['line'] ?? 0), Number(groups?.['column'] ?? 0)];
  return line >= 1 && column >= 1 ? { line, column } : undefined;
}

function rangeError(text: string, rule: string) {
  return usageError(`--select-range is ${JSON.stringify(text)}; ${rule}.`, { option: '--select-range', value: text });
}
