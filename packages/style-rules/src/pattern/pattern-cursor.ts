/** Flags in force at a place of a pattern. */
export interface PatternFlags {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
}

/** Reads a pattern code point by code point. */
export class PatternCursor {
  private readonly points: readonly string[];
  private position = 0;

  constructor(source: string) {
    this.points = Array.from(source);
  }

  get isAtEnd(): boolean {
    return this.position >= this.points.length;
  }

  /** The code point `ahead` places on, or the empty string past the end. */
  peek(ahead = 0): string {
    return this.points[this.position + ahead] ?? '';
  }

  /** The code point at the cursor, which moves on. Empty at the end. */
  next(): string {
    const point = this.peek();
    this.position += 1;
    return point;
  }

  /** Moves past `text`, which is ASCII, if the pattern goes on with it. */
  take(text: string): boolean {
    if (!this.looksAt(text)) return false;
    this.position += text.length;
    return true;
  }

  /** @param text ASCII */
  looksAt(text: string): boolean {
    for (let at = 0; at < text.length; at += 1) {
      if (this.points[this.position + at] !== text[at]) return false;
    }
    return true;
  }

  /** Everything up to `end`, which is passed over; undefined, without moving, when it does not come. */
  takeUntil(end: string): string | undefined {
    const endPoints = Array.from(end);
    for (let at = this.position; at < this.points.length; at += 1) {
      if (!endPoints.every((point, index) => this.points[at + index] === point)) continue;
      const text = this.points.slice(this.position, at).join('');
      this.position = at + endPoints.length;
      return text;
    }
    return undefined;
  }

  /** The longest run of code points that `test` accepts. */
  takeWhile(test: RegExp): string {
    let text = '';
    while (!this.isAtEnd && test.test(this.peek())) text += this.next();
    return text;
  }
}
