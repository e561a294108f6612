import { toTerminalLine } from '@lexichord/platform/terminal-text';

import { fitText, widthOf } from './cell-width.js';

/** A stretch of a line that looks one way. */
export interface Span {
  readonly text: string;
  readonly color?: string | undefined;
  readonly isBold?: boolean | undefined;
  readonly isDim?: boolean | undefined;
  readonly isInverse?: boolean | undefined;
}

/** One line of the screen: safe text without line ends, no wider than the page it was made for. */
export type TerminalLine = readonly Span[];

export type Look = Omit<Span, 'text'>;

/** A line with one look. The text is untrusted: control characters are shown, not executed. */
export function lineOf(text: string, look: Look = {}): TerminalLine {
  return [{ text: toTerminalLine(text), ...look }];
}

export const emptyLine: TerminalLine = [];

/** Columns that a line takes. */
export function widthOfLine(line: TerminalLine): number {
  return line.reduce((sum, { text }) => sum + widthOf(text), 0);
}

/** A line with something at the right edge; the left side gives way. */
export function spread(left: TerminalLine, right: TerminalLine, columns: number): TerminalLine {
  const room = columns - widthOfLine(right) - 1;
  const fitted = fitLine(left, room);
  const gap = ' '.repeat(Math.max(1, columns - widthOfLine(fitted) - widthOfLine(right)));
  return [...fitted, { text: gap }, ...right];
}

/** As much of a line as fits. */
export function fitLine(line: TerminalLine, columns: number): TerminalLine {
  const fitted: Span[] = [];
  let room = columns;
  for (const span of line) {
    const text = fitText(span.text, room);
    if (text !== '') fitted.push({ ...span, text });
    if (text !== span.text) break;
    room -= widthOf(text);
  }
  return fitted;
}
