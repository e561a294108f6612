import type { TokenEncoding } from '@lexichord/abstractions';
import { CharClass, loadCharClasses } from './char-class.js';

const { letter, number, space, newline, symbol } = CharClass;
const apostrophe = 0x27;
const slash = 0x2f;
const lineFeed = 0x0a;

/**
 * Maximum length of white space after a line end that is read, in UTF-16 units; beyond it, the boundary counts as
 * unsafe.
 */
const maxBlankRun = 256;

/**
 * Finds the boundaries where a text may be cut so that the tokens of the parts are exactly the tokens of the whole, in
 * any context: there, the split pattern ends a piece regardless of the text after it, and begins one regardless of the
 * text before it. Elsewhere counts are not additive (`"a" + "b"` is one token). Offsets are UTF-16 units. This class is
 * for o200k_base and cl100k_base.
 */
export class SafeBoundaries {
  protected readonly classes = loadCharClasses();

  constructor(private readonly encoding: TokenEncoding) {}

  /** Whether the text may be cut at `offset`. False if uncertain; true at both ends. */
  isSafe(text: string, offset: number): boolean {
    if (offset <= 0 || offset >= text.length) return true;
    return this.changesClass(text.charCodeAt(offset - 1), text.charCodeAt(offset)) || this.isLineStart(text, offset);
  }

  /**
   * Returns the last boundary at or near a line start, not after it, where the text may be cut, or `undefined`.
   * @param lineStart the offset directly after a line feed
   */
  nearLineStart(text: string, lineStart: number): number | undefined {
    return this.isSafe(text, lineStart) ? lineStart : undefined;
  }

  /**
   * Returns the last offset in `(from, to]` where the text may be cut between two characters of different classes, or
   * `undefined`. Such a boundary stays safe if the text is cut anywhere after it.
   */
  lastWithin(text: string, from: number, to: number): number | undefined {
    if (to >= text.length) return text.length;
    let after = text.charCodeAt(to);
    for (let offset = to; offset > from; offset--) {
      const before = text.charCodeAt(offset - 1);
      if (this.changesClass(before, after)) return offset;
      after = before;
    }
    return undefined;
  }

  /**
   * Whether both encodings end a piece between two UTF-16 units. A word or number never includes white space or
   * symbols, except the apostrophe of a contraction and combining marks. Symbols include line ends after them, but no
   * other white space. Classes of surrogates are not looked up, so next to one only white space is safe.
   */
  protected changesClass(before: number, after: number): boolean {
    if (isSurrogate(before)) return this.isBlank(after);
    if (isSurrogate(after)) return false;
    const left = this.classes[before] as number;
    const right = this.classes[after] as number;
    if ((left & number) !== 0) return (right & number) === 0;
    if ((left & letter) !== 0) return (right & letter) === 0 && !this.extendsWord(right, after);
    return (left & symbol) !== 0 && this.isBlank(after);
  }

  private isBlank(unit: number): boolean {
    return ((this.classes[unit] as number) & (space | newline)) === space;
  }

  /** Whether the unit is a combining mark or an apostrophe. */
  private extendsWord(found: number, unit: number): boolean {
    return unit === apostrophe || ((found & symbol) !== 0 && (found & CharClass.upper) !== 0);
  }

  /** Directly after a line feed, unless the next line is blank, or o200k_base adds its `/` to the symbols before. */
  protected isLineStart(text: string, offset: number): boolean {
    if (text.charCodeAt(offset - 1) !== lineFeed) return false;
    if (text.charCodeAt(offset) === slash && this.encoding === 'o200k_base') return !this.followsSymbols(text, offset);
    const end = Math.min(text.length, offset + maxBlankRun);
    for (let at = offset; at < end; at++) {
      const unit = text.charCodeAt(at);
      const found = isSurrogate(unit) ? symbol : (this.classes[unit] as number);
      if ((found & newline) !== 0) return false;
      if ((found & space) === 0) return true;
    }
    return end === text.length;
  }

  /** Whether the line ends before `offset` may belong to a piece of symbols, which would continue with `/`. */
  private followsSymbols(text: string, offset: number): boolean {
    let at = offset - 1;
    while (at >= 0 && ((this.classes[text.charCodeAt(at)] as number) & newline) !== 0) at--;
    if (at < 0) return false;
    const unit = text.charCodeAt(at);
    return isSurrogate(unit) || ((this.classes[unit] as number) & symbol) !== 0;
  }
}

/** Whether a UTF-16 unit is a surrogate, paired or lone. */
export function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
