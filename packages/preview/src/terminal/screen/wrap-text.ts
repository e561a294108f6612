import { toTerminalText } from '@lexichord/platform/terminal-text';

import { graphemesOf, isPlain, widthOf } from './cell-width.js';

const tab = '    ';

/** UTF-16 units; of a longer one, as stacked marks make them, a line holds a part. */
const maxGraphemeLength = 32;

/** Wraps a file's text, safe for a terminal, to lines of a maximum width, cut at spaces if possible. */
export function wrapText(text: string, columns: number): readonly string[] {
  const width = Math.max(1, columns);
  return toTerminalText(text)
    .split('\n')
    .flatMap((line) => wrapLine(line.replaceAll('\t', tab), width));
}

function wrapLine(line: string, columns: number): readonly string[] {
  if (line.length <= columns && isPlain(line)) return [line];
  const lines: string[] = [];
  let start = 0;
  while (start < line.length) {
    const end = start + lengthOfFit(line.slice(start, start + columns * maxGraphemeLength), columns);
    // Only the fitting part is searched: in a line without spaces the search would scan everything before.
    const space = end < line.length ? line.slice(start, end + 1).lastIndexOf(' ') : -1;
    // Words longer than a line are cut where the line ends.
    const cut = space > 0 ? start + space : end;
    lines.push(line.slice(start, cut));
    start = space > 0 ? cut + 1 : cut;
  }
  return lines.length === 0 ? [''] : lines;
}

/** Length of the fitting part of a text: at least one character. */
function lengthOfFit(text: string, columns: number): number {
  let [width, length] = [0, 0];
  for (const grapheme of graphemesOf(text)) {
    width += widthOf(grapheme);
    if (width > columns && length > 0) break;
    length += grapheme.length;
  }
  return length;
}
