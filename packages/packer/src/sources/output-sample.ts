import { LineIndex } from '@lexichord/platform/internal';

/** Consecutive lines of an output, with their line ends. */
export interface OutputLines {
  /** 1-based. */
  readonly startLine: number;
  /** 1-based, inclusive. */
  readonly endLine: number;
  readonly content: string;
}

/** Sizes of the kept parts of an output, in UTF-16 units. */
export interface SampleSizes {
  /** Length of a block of lines. Longer lines are cut to it. */
  readonly blockLength: number;
  /** Approximate length of the beginning. */
  readonly headLength: number;
  /** Approximate length of the end. */
  readonly tailLength: number;
  /** Maximum length of the blocks between them. */
  readonly middleLength: number;
}

interface ScoredLines extends OutputLines {
  readonly score: number;
}

/**
 * A sample of a text that is too long for memory: its beginning, its end, and the best blocks of lines between them.
 * Its memory does not grow with the text. The sample does not depend on how the text is divided into pieces.
 */
export class OutputSample {
  /** Number of lines that were cut because they are longer than a block. */
  cutLines = 0;
  private readonly head: OutputLines[] = [];
  private readonly middle: ScoredLines[] = [];
  private readonly tail: OutputLines[] = [];
  private nextLine = 1;
  private isSkipping = false;

  /** @param score rates a block of the middle; of equal blocks the later one is kept */
  constructor(
    private readonly sizes: SampleSizes,
    private readonly score: (content: string) => number,
  ) {}

  /** Takes whole blocks from a text. @returns the rest, to be prepended to the next piece */
  take(text: string): string {
    let from = 0;
    for (;;) {
      if (this.isSkipping) from = this.skip(text, from);
      if (this.isSkipping || text.length - from <= this.sizes.blockLength) return text.slice(from);
      from = this.takeBlock(text, from);
    }
  }

  /** Ends the sample with the rest of the text. @returns the kept lines; consecutive blocks are joined */
  finish(rest: string): readonly OutputLines[] {
    const last = this.isSkipping ? '' : this.take(rest);
    if (last !== '') this.add(last);
    const joined: OutputLines[] = [];
    for (const lines of [...this.head, ...this.middle, ...this.tail].sort((a, b) => a.startLine - b.startLine)) {
      const before = joined.at(-1);
      if (before?.endLine !== lines.startLine - 1) joined.push(lines);
      else joined[joined.length - 1] = { ...before, endLine: lines.endLine, content: before.content + lines.content };
    }
    return joined;
  }

  /** Number of lines so far. */
  get lineCount(): number {
    return this.nextLine - 1;
  }

  private takeBlock(text: string, from: number): number {
    const full = from + this.sizes.blockLength;
    const end = lastLineEnd(text, from, full);
    if (end > from) {
      this.add(text.slice(from, end));
      return end;
    }
    this.add(`${text.slice(from, full)}\n`);
    this.cutLines += 1;
    this.isSkipping = true;
    return full;
  }

  /** Skips the rest of a line. @returns the start of the next line, or the offset to continue at with more text */
  private skip(text: string, from: number): number {
    for (let at = from; at < text.length; at += 1) {
      if (text[at] !== '\n' && text[at] !== '\r') continue;
      if (text[at] === '\r' && at + 1 === text.length) return at;
      this.isSkipping = false;
      return text.startsWith('\r\n', at) ? at + 2 : at + 1;
    }
    return text.length;
  }

  private add(content: string): void {
    const index = new LineIndex(content);
    const isLastEmpty = index.start(index.count - 1) === content.length;
    const startLine = this.nextLine;
    this.nextLine += isLastEmpty ? index.count - 1 : index.count;
    const lines = { startLine, endLine: this.nextLine - 1, content };
    if (lengthOf(this.head) < this.sizes.headLength) this.head.push(lines);
    else this.tail.push(lines);
    while (lengthOf(this.tail) > this.sizes.tailLength) this.moveToMiddle(this.tail.shift());
  }

  private moveToMiddle(lines: OutputLines | undefined): void {
    if (lines === undefined) return;
    this.middle.push({ ...lines, score: this.score(lines.content) });
    while (lengthOf(this.middle) > this.sizes.middleLength) {
      const minScore = Math.min(...this.middle.map(({ score }) => score));
      this.middle.splice(
        this.middle.findIndex(({ score }) => score === minScore),
        1,
      );
    }
  }
}

/** Returns the last line start up to the offset `to`; `from` if there is none after it. Does not split a pair CR LF. */
function lastLineEnd(text: string, from: number, to: number): number {
  for (let end = to; end > from; end -= 1) {
    const before = text[end - 1];
    if (before === '\n' || (before === '\r' && text[end] !== '\n')) return end;
  }
  return from;
}

function lengthOf(blocks: readonly OutputLines[]): number {
  return blocks.reduce((sum, { content }) => sum + content.length, 0);
}
