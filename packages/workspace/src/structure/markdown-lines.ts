import { atxHeading, isThematicBreak } from '@lexichord/markdown';

/** Columns of white space in front, tabs at every fourth column. */
export function indentOf(line: string): number {
  let column = 0;
  for (const character of line) {
    if (character === '\t') column += 4 - (column % 4);
    else if (character === ' ') column += 1;
    else break;
  }
  return column;
}

/** The level of an ATX heading at the left edge, which interrupts everything but an HTML block. */
export function atxLevelAtEdge(line: string): number | undefined {
  const heading = atxHeading(line);
  return heading?.indent === 0 ? heading.level : undefined;
}

/** A list item at the left edge with text on its first line. */
export interface ListItem {
  /** Items with one mark form one list: `-`, `+`, `*`, `.` or `)`. */
  readonly mark: string;
  /** Columns by which the item's further lines are indented. */
  readonly width: number;
}

/** Reads a list item whose meaning does not depend on its surroundings. */
export function listItem(line: string): ListItem | undefined {
  if (isThematicBreak(line)) return undefined;
  const match = /^(?:([-+*])|\d{1,9}([.)])) {1,4}(?=[^ \t])/u.exec(line);
  if (match === null) return undefined;
  return { mark: match[1] ?? match[2] ?? '', width: match[0].length };
}

/** Whether the line may begin a list item: then it may continue a list above it, across blank lines. */
export function mayBeginItem(line: string): boolean {
  return /^(?:[-+*](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$))/u.test(line);
}

/** Whether a line of a paragraph, the first aside, is text and nothing else. */
export function isPlainContinuation(line: string): boolean {
  const text = line.trimStart();
  if (text.startsWith('[')) return !text.startsWith('[^');
  return isPlainStart(text);
}

/** Whether a line at the left edge begins a paragraph, and cannot be part of anything else. */
export function isPlainFirstLine(line: string): boolean {
  if (line.startsWith('[')) return /^\[[^[\]\\^][^[\]\\]*\](?!:)/u.test(line);
  return /^[^ \t]/u.test(line) && isPlainStart(line);
}

function isPlainStart(text: string): boolean {
  switch (text.charAt(0)) {
    case '`':
      return !text.startsWith('```');
    case '*':
    case '_':
      return /^(?:\*{1,2}[^\s*]|_{1,2}[^\s_])/u.test(text);
    case '#':
    case '>':
    case '~':
    case '-':
    case '+':
    case '=':
    case '<':
    case '|':
    case ':':
    case '':
      return false;
    default:
      return !/^\d{1,9}[.)]/u.test(text);
  }
}

/** Whether two lines that begin with `|` are the head of a table: as many cells above as below. */
export function isTableHead(header: string, delimiters: string): boolean {
  const isDelimiterRow = /^\|[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/u.test(delimiters);
  return isDelimiterRow && header.startsWith('|') && countCells(header) === countCells(delimiters);
}

/** Cells of a row that begins with `|`. */
function countCells(row: string): number {
  const bare = row.replace(/\\[\\|]/gu, '').trimEnd();
  return bare.split('|').length - (bare.length > 1 && bare.endsWith('|') ? 2 : 1);
}
