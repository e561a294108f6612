import { LineIndex } from '@lexichord/platform/internal';

/** Some lines of an output, with their line ends. */
export interface OutputLines {
  /** 1-based. */
  readonly startLine: number;
  /** 1-based, inclusive. */
  readonly endLine: number;
  readonly content: string;
}

/** How much of an output is kept, in UTF-16 units. */
export interface SampleSizes {
  /** Of a block of lines. A longer line is cut to so many. */
  readonly blockLength: number;
  /** Of its beginning, about. */
  readonly headLength: number;
  /** Of its end, about. */
  readonly tailLength: number;
  /** Length of the text between them. */
  readonly middleLength: number;
}

interface ScoredLines extends OutputLines {
  readonly score: number;
}

/**
 * A sample of a text that is too long to be held: its beginning, its end, and the best blocks of lines between them, in
 * memory that does not grow with the text. The same text gives the same sample, in whatever pieces it comes.
 */
export class OutputSample {
  /** Lines that are longer than a block, and were cut. */
  cutLines = 0;
  private readonly head: OutputLines[] = [];
  private readonly middle: ScoredLines[] = [];
  private readonly tail: OutputLines[] = [];
  private nextLine = 1;
  private isSkipping = false;

  /** @param score how much a block of the middle says; of equal ones the later is kept */
  constructor(
    private readonly sizes: SampleSizes,
    private readonly score: (content: string) => number,
  ) {}

  /** Takes whole blocks off a text. @returns the rest, which belongs before what comes next */
  take(text: string): string {
    let from = 0;
    for (;;) {
      if (this.isSkipping) from = this.skip(text, from);
      if (this.isSkipping || text.length - from <= this.sizes.blockLength) return text.slice(from);
      from = this.takeBlock(text, from);
    }
  }

  /** Ends the sample with what was left of the text. @returns the lines that are kept, those that follow each other together */
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

  /** Lines so far. */
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

  /** Passes over the rest of a line. @returns where the next one begins, or what has to be seen again with more text */
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

/** The last offset up to `to` at which a line begins; `from` if there is none behind it. A pair CR LF is not parted. */
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
