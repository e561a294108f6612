import type { TokenEncoding } from '@lexichord/abstractions';
import { CharClass } from './char-class.js';
import { isSurrogate, SafeBoundaries } from './safe-boundary.js';

const { letter, number, space, symbol } = CharClass;
const notSpace = letter | number | symbol;
const apostrophe = 0x27;
const lineFeed = 0x0a;

/**
 * The boundaries where a text may be cut in p50k_base, r50k_base and gpt2. These encodings give the last character of a
 * run of white space to the text that follows, line ends too, so no line of indented code begins at a safe boundary;
 * but the line before it always ends at one.
 */
export class R50kSafeBoundaries extends SafeBoundaries {
  override nearLineStart(text: string, lineStart: number): number | undefined {
    if (this.isSafe(text, lineStart)) return lineStart;
    // Up to the line feed before, which has had its turn: so that blank lines are looked at once.
    let offset = lineStart - 1;
    while (offset > 0 && this.isSpace(text.charCodeAt(offset - 1))) {
      offset--;
      if (text.charCodeAt(offset) === lineFeed) return undefined;
    }
    return offset > 0 ? offset : undefined;
  }

  /**
   * A piece never goes on with white space, nor from letters, numbers or symbols to another of these, but for the
   * apostrophe of a contraction. A surrogate's class is not looked up, so next to one only white space is safe.
   */
  protected override changesClass(before: number, after: number): boolean {
    if (this.isSpace(after)) return !this.isSpace(before);
    if (isSurrogate(before) || isSurrogate(after) || this.isSpace(before)) return false;
    const right = (this.classes[after] as number) & notSpace;
    if (before === apostrophe && right === letter) return false;
    return ((this.classes[before] as number) & notSpace) !== right;
  }

  /** Right after a line feed that has no white space beside it: else the run as a whole is split in another way. */
  protected override isLineStart(text: string, offset: number): boolean {
    if (text.charCodeAt(offset - 1) !== lineFeed || this.isSpace(text.charCodeAt(offset))) return false;
    return offset === 1 || !this.isSpace(text.charCodeAt(offset - 2));
  }

  private isSpace(unit: number): boolean {
    return !isSurrogate(unit) && ((this.classes[unit] as number) & space) !== 0;
  }
}

/** Encodings that {@link R50kSafeBoundaries} is for. */
const r50kEncodings: readonly TokenEncoding[] = ['p50k_base', 'r50k_base', 'gpt2'];

/** The safe boundaries of an encoding. */
export function createSafeBoundaries(encoding: TokenEncoding): SafeBoundaries {
  return r50kEncodings.includes(encoding) ? new R50kSafeBoundaries(encoding) : new SafeBoundaries(encoding);
}
