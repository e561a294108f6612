/**
 * The line grammar of Markdown blocks, by CommonMark 0.31. Each function reads one line without its line end, in linear
 * time, independent of other lines. The caller tracks the open block, and first removes the prefix of a container (the
 * marker of a quote, the indentation of a list item) from the line.
 */

/** Whether a line is blank: only spaces and tabs, because other white space is text in CommonMark. */
export function isBlankLine(line: string): boolean {
  // Few lines end with white space, and this check is faster than a pattern.
  return line === '' || (isSpaceOrTab(line.charCodeAt(line.length - 1)) && /^[ \t]*$/u.test(line));
}

/** An ATX heading, such as `## Heading` (§4.2). */
export interface AtxHeading {
  /** 1 to 6. */
  readonly level: number;
  /** Spaces before the marks, 0 to 3. */
  readonly indent: number;
}

/** The ATX heading on a line, or `undefined`. */
export function atxHeading(line: string): AtxHeading | undefined {
  if (firstUnit(line) !== Mark.numberSign) return undefined;
  const [, indent, marks] = /^( {0,3})(#{1,6})(?:[ \t]|$)/u.exec(line) ?? [];
  return indent === undefined || marks === undefined ? undefined : { level: marks.length, indent: indent.length };
}

/** The level of the heading that a line underlines if a paragraph is open above it (§4.3), or `undefined`. */
export function setextLevel(line: string): 1 | 2 | undefined {
  const first = firstUnit(line);
  if (first !== Mark.equalsSign && first !== Mark.hyphen) return undefined;
  const mark = /^ {0,3}(?:(=)=*|--*)[ \t]*$/u.exec(line);
  if (mark === null) return undefined;
  return mark[1] === undefined ? 2 : 1;
}

/** The line that opens a fenced code block (§4.5). */
export interface OpeningFence {
  readonly character: string;
  /** Number of marks, at least 3. */
  readonly length: number;
  /** Spaces before the marks, 0 to 3. */
  readonly indent: number;
}

/** The fence that a line opens unless a block with verbatim text (fenced code, HTML) is open, or `undefined`. */
export function openingFence(line: string): OpeningFence | undefined {
  if (!isFenceMark(firstUnit(line))) return undefined;
  const [, indent, marks] = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})/u.exec(line) ?? [];
  if (indent === undefined || marks === undefined) return undefined;
  return { character: marks.charAt(0), length: marks.length, indent: indent.length };
}

/** Whether a line closes a fenced code block: at least as many of the same character, and nothing else. */
export function closesFencedCode(line: string, fence: Pick<OpeningFence, 'character' | 'length'>): boolean {
  if (!isFenceMark(firstUnit(line))) return false;
  const marks = /^ {0,3}(`{3,}|~{3,})[ \t]*$/u.exec(line)?.[1];
  return marks !== undefined && marks.startsWith(fence.character) && marks.length >= fence.length;
}

/** Whether a line is a thematic break, such as `---` (§4.1). Below a paragraph, hyphens underline a heading instead. */
export function isThematicBreak(line: string): boolean {
  return /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/u.test(line);
}

/** A kind of HTML block: patterns of its first line and of the text that ends it. */
export interface HtmlBlockKind {
  readonly start: RegExp;
  readonly end: RegExp;
}

/**
 * HTML blocks that can contain blank lines (§4.6, conditions 1 to 5). The end may be on the first line, after `start`.
 */
export const lastingHtmlBlocks: readonly HtmlBlockKind[] = [
  { start: /^ {0,3}<(?:pre|script|style|textarea)(?=[\s>]|$)/iu, end: /<\/(?:pre|script|style|textarea)>/iu },
  { start: /^ {0,3}<!--/u, end: /-->/u },
  { start: /^ {0,3}<\?/u, end: /\?>/u },
  { start: /^ {0,3}<![a-z]/iu, end: />/u },
  { start: /^ {0,3}<!\[CDATA\[/u, end: /\]\]>/u },
];

const maxIndent = 3;

/** UTF-16 units of the marks that blocks begin with. */
const Mark = { tab: 0x09, space: 0x20, numberSign: 0x23, hyphen: 0x2d, equalsSign: 0x3d, backtick: 0x60, tilde: 0x7e };

/** The unit after up to three spaces; `NaN` at the line's end. Rejects most lines without a pattern. */
function firstUnit(line: string): number {
  let index = 0;
  while (index < maxIndent && line.charCodeAt(index) === Mark.space) index += 1;
  return line.charCodeAt(index);
}

function isFenceMark(unit: number): boolean {
  return unit === Mark.backtick || unit === Mark.tilde;
}

function isSpaceOrTab(unit: number): boolean {
  return unit === Mark.space || unit === Mark.tab;
}
