import type { TokenEncoding } from '@lexichord/abstractions';
import { CharClass } from './char-class.js';
import { isSurrogate, SafeBoundaries } from './safe-boundary.js';

const { letter, number, space, symbol } = CharClass;
const notSpace = letter | number | symbol;
const apostrophe = 0x27;
const lineFeed = 0x0a;

/**
 * Safe boundaries of p50k_base, r50k_base and gpt2. These encodings add the last character of a run of white space,
 * even a line end, to the text after it, so no line of indented code begins at a safe boundary; but the previous line
 * always ends at one.
 */
export class R50kSafeBoundaries extends SafeBoundaries {
  override nearLineStart(text: string, lineStart: number): number | undefined {
    if (this.isSafe(text, lineStart)) return lineStart;
    // Stops at the previous line feed, which was checked before, so that blank lines are read once.
    let offset = lineStart - 1;
    while (offset > 0 && this.isSpace(text.charCodeAt(offset - 1))) {
      offset--;
      if (text.charCodeAt(offset) === lineFeed) return undefined;
    }
    return offset > 0 ? offset : undefined;
  }

  /**
   * White space never continues a piece, and a piece of letters, numbers or symbols never continues with another of
   * these classes, except for the apostrophe of a contraction. Classes of surrogates are not looked up, so next to one
   * only white space is safe.
   */
  protected override changesClass(before: number, after: number): boolean {
    if (this.isSpace(after)) return !this.isSpace(before);
    if (isSurrogate(before) || isSurrogate(after) || this.isSpace(before)) return false;
    const right = (this.classes[after] as number) & notSpace;
    if (before === apostrophe && right === letter) return false;
    return ((this.classes[before] as number) & notSpace) !== right;
  }

  /** Directly after a line feed without adjacent white space: otherwise the whole run is split differently. */
  protected override isLineStart(text: string, offset: number): boolean {
    if (text.charCodeAt(offset - 1) !== lineFeed || this.isSpace(text.charCodeAt(offset))) return false;
    return offset === 1 || !this.isSpace(text.charCodeAt(offset - 2));
  }

  private isSpace(unit: number): boolean {
    return !isSurrogate(unit) && ((this.classes[unit] as number) & space) !== 0;
  }
}

/** Encodings of {@link R50kSafeBoundaries}. */
const r50kEncodings: readonly TokenEncoding[] = ['p50k_base', 'r50k_base', 'gpt2'];

/** Creates the safe boundaries of an encoding. */
export function createSafeBoundaries(encoding: TokenEncoding): SafeBoundaries {
  return r50kEncodings.includes(encoding) ? new R50kSafeBoundaries(encoding) : new SafeBoundaries(encoding);
}
