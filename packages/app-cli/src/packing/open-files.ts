import type { NamedLines } from '@lexichord/abstractions';

import { usageError } from '../command-line/read-options.js';

/** Open files without repetition, and their most important lines, most important first. */
export interface OpenFiles {
  readonly openFiles: readonly string[];
  readonly anchors: readonly NamedLines[];
}

/** A file, optionally with lines. */
interface OpenFile {
  readonly path: string;
  readonly anchor?: NamedLines;
}

/**
 * The values of `--open`: `PATH`, `PATH:120` or `PATH:120-140`; and that of `--cursor`: `PATH:120` or `PATH:120:4`,
 * whose line comes before all others. Lines and columns count from 1, ends are inclusive.
 *
 * @throws {LexichordError} `invalid-argument`
 */
export function readOpenFiles(values: readonly string[], cursor?: string): OpenFiles {
  const opened = [...(cursor === undefined ? [] : [readCursor(cursor)]), ...values.map(readOpened)];
  return {
    openFiles: [...new Set(opened.map(({ path }) => path))],
    anchors: opened.flatMap(({ anchor }) => (anchor === undefined ? [] : [anchor])),
  };
}

const openPattern = /^(?<path>.+?):(?<start>\d{1,9})(?:-(?<end>\d{1,9}))?$/u;

function readOpened(value: string): OpenFile {
  const { path = value, start, end = start } = openPattern.exec(value)?.groups ?? {};
  const range = { startLine: Number(start), endLine: Number(end) };
  if (start === undefined) return { path };
  if (range.startLine >= 1 && range.startLine <= range.endLine) return { path, anchor: { path, ...range } };
  throw usageError(`--open is ${JSON.stringify(value)}; lines are whole numbers from 1, such as src/a.ts:120-140.`, {
    option: '--open',
    value,
  });
}

const cursorPattern = /^(?<path>.+?):(?<line>0*[1-9]\d{0,8})(?::0*[1-9]\d{0,8})?$/u;

/** Reads a cursor; its column is ignored. */
function readCursor(value: string): OpenFile {
  const { path, line } = cursorPattern.exec(value)?.groups ?? {};
  if (path === undefined) {
    throw usageError(
      `--cursor is ${JSON.stringify(value)}; it must be a file with a line and an optional column, both from 1, such as src/a.ts:120:4.`,
      { option: '--cursor', value },
    );
  }
  return { path, anchor: { path, startLine: Number(line), endLine: Number(line) } };
}
