/** Counts of features that take the parser's time in a text. */
export interface BlockFeatures {
  /** UTF-16 units. */
  readonly units: number;
  /** Lines that are not blank. */
  readonly lines: number;
  readonly blankLines: number;
  /** Open quotes, items and footnotes, summed over the lines: the parser checks each of them for each line. */
  readonly openLevels: number;
  /** Markers of items and footnotes, and lines that may be definitions. */
  readonly items: number;
  /** Cells of possible tables. */
  readonly cells: number;
  /** Lines that may end an open quote or item, or underline a heading: for each the parser copies its state. */
  readonly rearrangements: number;
  /** UTF-16 units of possible underlined headings, each up to the parsed length of its text. */
  readonly headingUnits: number;
  /** Maximum number of open levels. */
  readonly deepest: number;
}

/** A marker of a quote, item or footnote. White space or the end follows that of an item. */
const marker = /(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t\r\n]|$)|\[\^[^\]\r\n]{1,999}\]:)/uy;
const underline = /(?:=+|-+)[ \t]*(?=[\r\n]|$)/uy;
const tabWidth = 4;
/** Maximum length of a heading whose text is parsed, as in the worker. */
const maxHeadingLength = 1_000;

/**
 * Counts features in one pass, in linear time. An upper bound if the meaning of a line depends on others: markers in
 * code count, too.
 */
export function blockFeatures(text: string): BlockFeatures {
  const counter = new FeatureCounter(text);
  for (let start = 0; start < text.length;) start = counter.passLine(start);
  return counter;
}

class FeatureCounter implements BlockFeatures {
  lines = 0;
  blankLines = 0;
  openLevels = 0;
  items = 0;
  cells = 0;
  rearrangements = 0;
  headingUnits = 0;
  deepest = 0;
  private open = nothingOpen;
  private isAfterBlank = true;
  /** Whether an underline would make the line before a heading. */
  private isAfterText = false;
  private paragraphStart = 0;

  constructor(private readonly text: string) {}

  get units(): number {
    return this.text.length;
  }

  /** @returns start of the next line */
  passLine(start: number): number {
    const prefix = this.readPrefix(start);
    const end = this.passCells(prefix.end);
    const isBlank = prefix.end === end;
    this.passContainers(prefix, isBlank);
    this.items += prefix.items;
    if (isBlank) this.blankLines += 1;
    else this.lines += 1;
    if (this.text.startsWith('[', prefix.end)) this.items += 1;
    this.passUnderline(prefix.end, isBlank);
    this.openLevels += this.open.levels;
    this.deepest = Math.max(this.deepest, this.open.levels);
    this.isAfterBlank = isBlank;
    return end + (this.text.startsWith('\r\n', end) ? 2 : 1);
  }

  private passContainers(prefix: Prefix, isBlank: boolean): void {
    const { open } = this;
    const { levels, column, firstItemColumn } = prefix;
    const endsQuote = isBlank && levels === 0 && open.hasQuote;
    const isShallower = !isBlank && column < open.column;
    const endsInner = firstItemColumn < open.innermostColumn;
    if (open.levels > 0 && (endsQuote || isShallower || endsInner)) this.rearrangements += 1;
    if (levels > 0) {
      // Indented lines are in items above them, each of two columns or more.
      const enclosing = Math.ceil(column / 2);
      this.open = { ...prefix, levels: Math.max(levels, enclosing) };
    } else if (endsQuote || (this.isAfterBlank && !isBlank && column === 0)) {
      this.open = nothingOpen;
    }
  }

  private passUnderline(offset: number, isBlank: boolean): void {
    const isUnderline = matchAt(underline, this.text, offset) > 0;
    if (!this.isAfterText) this.paragraphStart = offset;
    if (isUnderline && this.isAfterText) {
      this.rearrangements += 1;
      this.headingUnits += Math.min(maxHeadingLength, offset - this.paragraphStart);
      this.isAfterText = false;
    } else {
      // A row of hyphens that underlines nothing is a thematic break, one of equals signs is text.
      this.isAfterText = !isBlank && !(isUnderline && this.text.startsWith('-', offset));
    }
  }

  private readPrefix(start: number): Prefix {
    const { text } = this;
    let end = start;
    let column = 0;
    const found = { levels: 0, items: 0, firstItemColumn: Infinity, innermostColumn: 0, hasQuote: false };
    for (;;) {
      const unit = text.charAt(end);
      if (unit === ' ' || unit === '\t') {
        end += 1;
        column += unit === ' ' ? 1 : tabWidth - (column % tabWidth);
        continue;
      }
      const length = matchAt(marker, text, end);
      if (length === 0) return { ...found, end, column };
      found.levels += 1;
      found.innermostColumn = column;
      if (unit === '>') found.hasQuote = true;
      else {
        found.items += 1;
        found.firstItemColumn = Math.min(found.firstItemColumn, column);
      }
      end += length;
      column += length;
    }
  }

  /** @returns the end of the line */
  private passCells(start: number): number {
    const { text } = this;
    let end = start;
    for (; end < text.length; end += 1) {
      const unit = text.charAt(end);
      if (unit === '\n' || unit === '\r') return end;
      if (unit === '|') this.cells += 1;
    }
    return end;
  }
}

/** The quotes, items and footnotes that a line opens or continues. Columns from 0. */
interface Containers {
  readonly levels: number;
  /** Column of the text in the innermost one. */
  readonly column: number;
  /** Column of the innermost marker. */
  readonly innermostColumn: number;
  readonly hasQuote: boolean;
}

const nothingOpen: Containers = { levels: 0, column: 0, innermostColumn: 0, hasQuote: false };

/** Beginning of a line: white space and markers. */
interface Prefix extends Containers {
  readonly end: number;
  readonly items: number;
  /** Column of the first marker of an item or footnote; `Infinity` if there is none. */
  readonly firstItemColumn: number;
}

/** Length of the match at the offset; 0 for none. */
function matchAt(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0].length ?? 0;
}
