import type { LineRange } from '@lexichord/abstractions';
import type { LineIndex } from '@lexichord/platform/internal';

import type { SourceRejection } from './source-collector.js';

/** Whole lines of a text, verbatim. */
export interface MatchedText {
  readonly content: string;
  /** Absent if it is the whole text. */
  readonly lineRange?: LineRange | undefined;
}

/**
 * Returns the lines of a file that match a source, with the line ends of the file. The text of the source must equal
 * the current lines, except for CR LF in place of LF, a byte order mark, and one final line end: file readers differ in
 * these.
 */
export function matchContent(lines: LineIndex, given: string, lineRange?: LineRange): MatchedText | SourceRejection {
  const found = takeLines(lines, lineRange);
  if ('reason' in found || isSameText(found.content, given)) return found;
  const what = lineRange === undefined ? 'the file' : `lines ${lineRange.startLine} to ${lineRange.endLine}`;
  return {
    reason: 'content-mismatch',
    message: `The text does not match the current content of ${what}. Read the file again.`,
  };
}

/** Returns lines of a text. A range that ends on the empty line after the last line end is shortened by it. */
export function takeLines(lines: LineIndex, lineRange?: LineRange): MatchedText | SourceRejection {
  const { content, count } = lines;
  if (lineRange === undefined) return { content };
  const { startLine, endLine } = lineRange;
  if (endLine > count) {
    return {
      reason: 'invalid-range',
      message: `Lines ${startLine} to ${endLine} do not exist: the file has only ${count} lines. Read the file again.`,
    };
  }
  const isLastEmpty = lines.start(count - 1) === content.length;
  const last = endLine === count && isLastEmpty ? Math.max(startLine, count - 1) : endLine;
  if (startLine === 1 && lines.start(last) === content.length) return { content };
  const start = lines.start(startLine - 1);
  return { content: content.slice(start, lines.start(last)), lineRange: { startLine, endLine: last } };
}

/** Whether two texts are equal, except for differences between file readers. */
export function isSameText(held: string, given: string): boolean {
  if (held === given) return true;
  // CR LF instead of LF can double a text; a byte order mark and a line end add to it.
  if (given.length > 2 * held.length + 3 || held.length > 2 * given.length + 2) return false;
  const [one, other] = [withLineFeeds(held), withLineFeeds(given.replace(/^\ufeff/u, ''))];
  return one === other || `${one}\n` === other || one === `${other}\n`;
}

function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
