import type { TextPosition } from '@lexichord/abstractions';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * The offsets of the lines of a text. A line ends at LF, CR LF or a lone CR, as in CommonMark; U+0085, U+2028 and U+2029
 * are ordinary characters.
 */
export class LineIndex {
  private readonly starts: readonly number[];

  constructor(readonly content: string) {
    this.starts = content.includes('\r') ? startsOfLines(content) : startsAfterLineFeeds(content);
  }

  /** At least 1: an empty text has one empty line. */
  get count(): number {
    return this.starts.length;
  }

  /** Lines as files have them: the empty one behind the last line end, where a cursor can be, is none. */
  get fileLineCount(): number {
    return this.start(this.count - 1) === this.content.length ? this.count - 1 : this.count;
  }

  /** @param line 0-based; beyond the last one, the end of the text */
  start(line: number): number {
    return this.starts[line] ?? this.content.length;
  }

  /** The end of the line's text, before its line end. @param line 0-based */
  end(line: number): number {
    let end = this.start(line + 1);
    if (line + 1 >= this.count) return end;
    end -= 1;
    const isPair = this.content.charCodeAt(end) === lineFeed && this.content.charCodeAt(end - 1) === carriageReturn;
    return isPair && end - 1 >= this.start(line) ? end - 1 : end;
  }

  /** The line without its line end. @param line 0-based */
  text(line: number): string {
    return this.content.slice(this.start(line), this.end(line));
  }

  /** 0-based line that holds an offset. */
  lineAt(offset: number): number {
    let low = 0;
    let high = this.count - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.start(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** 1-based. An offset inside a line end belongs to the end of its line. */
  positionAt(offset: number): TextPosition {
    const clamped = clamp(offset, 0, this.content.length);
    const line = this.lineAt(clamped);
    return { line: line + 1, column: Math.min(clamped, this.end(line)) - this.start(line) + 1 };
  }

  offsetAt({ line, column }: TextPosition): number {
    const index = clamp(line - 1, 0, this.count - 1);
    if (line > this.count) return this.content.length;
    if (line < 1) return 0;
    return clamp(this.start(index) + column - 1, this.start(index), this.end(index));
  }
}

const lineIndexes = new WeakMap<{ readonly content: string }, LineIndex>();

/** The lines of a document that never changes. Cached: the next question often finds the same documents. */
export function linesOf(document: { readonly content: string }): LineIndex {
  let lines = lineIndexes.get(document);
  if (lines === undefined) lineIndexes.set(document, (lines = new LineIndex(document.content)));
  return lines;
}

function startsOfLines(content: string): readonly number[] {
  const starts = [0];
  for (let offset = 0; offset < content.length; offset += 1) {
    const unit = content.charCodeAt(offset);
    if (unit !== lineFeed && unit !== carriageReturn) continue;
    if (unit === carriageReturn && content.charCodeAt(offset + 1) === lineFeed) offset += 1;
    starts.push(offset + 1);
  }
  return starts;
}

/** The same for a text without carriage returns, several times as fast. */
function startsAfterLineFeeds(content: string): readonly number[] {
  const starts = [0];
  for (let end = content.indexOf('\n'); end >= 0; end = content.indexOf('\n', end + 1)) starts.push(end + 1);
  return starts;
}

/** The whole number nearest to `value` within the bounds; the lower bound when `value` is not a number. */
function clamp(value: number, low: number, high: number): number {
  return Number.isNaN(value) ? low : Math.trunc(Math.min(Math.max(value, low), high));
}
