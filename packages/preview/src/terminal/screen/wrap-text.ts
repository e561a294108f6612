import { toTerminalText } from '@lexichord/platform/terminal-text';

import { isPlain, widthOfCharacter } from './cell-width.js';

const tab = '    ';

/** A text of a file, safe for a terminal, in lines of at most so many columns: cut at spaces where there are any. */
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
    const end = endOfFit(line, start, columns);
    // Only what fits is searched: in a line without spaces everything before would be.
    const space = end < line.length ? line.slice(start, end + 1).lastIndexOf(' ') : -1;
    // Words longer than a line are cut where the line ends.
    const cut = space > 0 ? start + space : end;
    lines.push(line.slice(start, cut));
    start = space > 0 ? cut + 1 : cut;
  }
  return lines.length === 0 ? [''] : lines;
}

/** Where the characters end that fit: at least one of them. */
function endOfFit(line: string, start: number, columns: number): number {
  let width = 0;
  let end = start;
  while (end < line.length) {
    const character = String.fromCodePoint(line.codePointAt(end) ?? 0);
    width += widthOfCharacter(character);
    if (width > columns && end > start) break;
    end += character.length;
  }
  return end;
}
