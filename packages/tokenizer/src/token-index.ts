import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import type { BytePairEncoder } from './byte-pair-encoder.js';
import { PrefixSums } from './prefix-sums.js';
import { countLineFeeds, offsetAfterLineFeed, splitIntoSegments } from './pre-tokenize/text-segments.js';

/**
 * Token counts of any part of a text that can be edited, without counting the whole text again.
 *
 * The text is stored as segments between boundaries where it may be cut without changing its tokens (`SafeBoundaries`),
 * usually one line each, with one exact count per segment. A range is the sum of its segments, and of the parts of a
 * segment at its two ends; an edit counts only the segments that it touches.
 *
 * Offsets are UTF-16 units, lines are 0-based and end after `\n`, ends are exclusive.
 */
export class TokenIndex {
  private segments: string[];
  private readonly offsets: PrefixSums;
  private readonly tokens: PrefixSums;
  private readonly lineFeeds: PrefixSums;

  /** @param scale converts an exact count to the counter's own, by the safety factor */
  constructor(
    text: string,
    private readonly encoder: BytePairEncoder,
    private readonly scale: (exact: number) => number,
  ) {
    this.segments = splitIntoSegments(text, encoder.boundaries);
    this.offsets = new PrefixSums(this.segments.map((segment) => segment.length));
    this.tokens = new PrefixSums(this.segments.map((segment) => encoder.count(segment)));
    this.lineFeeds = new PrefixSums(this.segments.map(countLineFeeds));
  }

  /** Number of tokens of the whole text. */
  get totalTokens(): number {
    return this.scale(this.tokens.total);
  }

  /** Length of the whole text, in UTF-16 units. */
  get length(): number {
    return this.offsets.total;
  }

  /** Number of lines: the number of line feeds plus one. */
  get lineCount(): number {
    return this.lineFeeds.total + 1;
  }

  /** The current text. */
  get text(): string {
    return this.segments.join('');
  }

  /**
   * Returns the number of tokens of the lines `[startLine, endLine)`, including their line ends.
   * @throws {LexichordError} `invalid-argument` if the lines are not in the text or not in order
   */
  countLines(startLine: number, endLine: number): number {
    requireRange(startLine, endLine, this.lineCount, 'line');
    return this.countRange(this.offsetOfLine(startLine), this.offsetOfLine(endLine));
  }

  /**
   * Returns the number of tokens of the text `[start, end)`.
   * @throws {LexichordError} `invalid-argument` if the range is not in the text or not in order
   */
  countRange(start: number, end: number): number {
    requireRange(start, end, this.length, 'offset');
    if (start === end) return 0;
    const first = this.offsets.indexOf(start);
    const last = this.offsets.indexOf(end - 1);
    const firstStart = this.offsets.before(first);
    const lastStart = this.offsets.before(last);
    if (first === last) return this.scale(this.countPart(first, start - firstStart, end - firstStart));
    const head = this.countPart(first, start - firstStart, this.offsets.at(first));
    const tail = this.countPart(last, 0, end - lastStart);
    return this.scale(head + this.tokens.before(last) - this.tokens.before(first + 1) + tail);
  }

  /**
   * Replaces the text `[start, end)`. Counts the touched segments and their neighbours again.
   * @throws {LexichordError} `invalid-argument` if the range is not in the text or not in order
   */
  replaceRange(start: number, end: number, replacement: string): void {
    requireRange(start, end, this.length, 'offset');
    const { segments, offsets, encoder } = this;
    // The neighbours are split again, too: whether a boundary is safe can depend on the blank lines around it.
    let first = Math.max(0, offsets.indexOf(start) - 1);
    let after = Math.min(segments.length, offsets.indexOf(end) + 2);
    const edited = (): string => {
      const base = offsets.before(first);
      const old = segments.slice(first, after).join('');
      return old.slice(0, start - base) + replacement + old.slice(end - base);
    };
    let text = edited();
    const isSafe = (left: string, right: string): boolean => encoder.boundaries.isSafe(left + right, left.length);
    while (after < segments.length && (text === '' || !isSafe(text, segments[after] as string))) {
      after++;
      text = edited();
    }
    while (first > 0 && (text === '' || !isSafe(segments[first - 1] as string, text))) {
      first--;
      text = edited();
    }
    this.replaceSegments(first, after, splitIntoSegments(text, encoder.boundaries));
  }

  private replaceSegments(first: number, after: number, replacements: string[]): void {
    this.segments = this.segments.slice(0, first).concat(replacements, this.segments.slice(after));
    this.offsets.replace(
      first,
      after,
      replacements.map((segment) => segment.length),
    );
    this.tokens.replace(
      first,
      after,
      replacements.map((segment) => this.encoder.count(segment)),
    );
    this.lineFeeds.replace(first, after, replacements.map(countLineFeeds));
  }

  private countPart(segment: number, from: number, to: number): number {
    if (from === 0 && to === this.offsets.at(segment)) return this.tokens.at(segment);
    return this.encoder.count(this.segments[segment] as string, from, to);
  }

  /** Offset of a line; the line after the last one begins at the end. */
  private offsetOfLine(line: number): number {
    if (line === 0) return 0;
    if (line > this.lineFeeds.total) return this.length;
    const segment = this.lineFeeds.indexOf(line - 1);
    const inSegment = line - this.lineFeeds.before(segment);
    return this.offsets.before(segment) + offsetAfterLineFeed(this.segments[segment] as string, inSegment);
  }
}

function requireRange(start: number, end: number, limit: number, unit: 'line' | 'offset'): void {
  if (Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end <= limit) return;
  throw new LexichordError(
    ErrorCode.invalidArgument,
    `The ${unit} range ${start} to ${end} is not within the text, which ends at ${limit}.`,
    { details: { start, end, limit } },
  );
}
