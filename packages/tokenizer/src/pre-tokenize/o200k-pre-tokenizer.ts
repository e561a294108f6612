import { CharClass } from './char-class.js';
import { CharacterScanner } from './character-scanner.js';

const { upper, lower, letter, number, newline, symbol } = CharClass;
const wordPart = upper | lower;
const slash = 0x2f;
const blank = 0x20;

/**
 * The split pattern of o200k_base. Each branch corresponds to an alternative of the pattern; where the pattern would
 * backtrack, the branch computes the result directly.
 *
 * ```text
 * [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
 * |[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
 * |\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+
 * ```
 */
export class O200kPreTokenizer extends CharacterScanner {
  pieceEnd(bytes: Uint8Array, start: number): number {
    const first = this.classAt(bytes, start);
    if ((first & letter) !== 0) return this.wordEnd(bytes, start);
    const afterFirst = start + this.width;
    if ((first & number) !== 0) return this.numberEnd(bytes, afterFirst);
    if ((first & newline) !== 0) return this.whiteSpaceEnd(bytes, start);

    const next = this.classAt(bytes, afterFirst);
    if ((first & wordPart) !== 0) return this.markEnd(bytes, afterFirst, next);
    if ((next & wordPart) !== 0) return this.wordEnd(bytes, afterFirst);
    if ((first & symbol) !== 0) return this.symbolsEnd(bytes, afterFirst);
    if (bytes[start] === blank && (next & symbol) !== 0) return this.symbolsEnd(bytes, afterFirst);
    return this.whiteSpaceEnd(bytes, start);
  }

  /** A word without its leading character. ASCII letters are either upper or lower case: no backtracking. */
  private wordEnd(bytes: Uint8Array, start: number): number {
    const { byteClasses } = this;
    let at = start;
    while (((byteClasses[bytes[at] as number] as number) & upper) !== 0) at++;
    while (((byteClasses[bytes[at] as number] as number) & lower) !== 0) at++;
    const isAscii = (bytes[at] as number) < 0x80 || this.classAt(bytes, at) === 0;
    return isAscii ? this.contractionEnd(bytes, at) : this.unicodeWordEnd(bytes, start);
  }

  /**
   * The first alternative needs a lower-case character at the end: if none follows the run of the first set, it
   * backtracks to the last character that is in both sets. Only without one is the second alternative used.
   */
  private unicodeWordEnd(bytes: Uint8Array, start: number): number {
    let at = start;
    let lastInBoth = -1;
    for (;;) {
      const found = this.classAt(bytes, at);
      if ((found & upper) === 0) {
        if ((found & lower) !== 0) return this.contractionEnd(bytes, this.runEnd(bytes, at + this.width, lower));
        return this.contractionEnd(bytes, lastInBoth >= 0 ? lastInBoth : at);
      }
      at += this.width;
      if ((found & lower) !== 0) lastInBoth = at;
    }
  }

  /**
   * A combining mark is both a leading character and part of a word. As a leading character it must be followed by a
   * match of the first alternative; otherwise that alternative takes the mark itself as the word.
   */
  private markEnd(bytes: Uint8Array, afterMark: number, next: number): number {
    if ((next & wordPart) !== 0 && this.hasLowerInWord(bytes, afterMark)) return this.wordEnd(bytes, afterMark);
    return this.contractionEnd(bytes, afterMark);
  }

  private hasLowerInWord(bytes: Uint8Array, start: number): boolean {
    for (let at = start; ; at += this.width) {
      const found = this.classAt(bytes, at);
      if ((found & lower) !== 0) return true;
      if ((found & upper) === 0) return false;
    }
  }

  /** ` ?[^\s\p{L}\p{N}]+[\r\n/]*` after its first symbol or the blank, which ends at `start`. */
  private symbolsEnd(bytes: Uint8Array, start: number): number {
    let at = this.runEnd(bytes, start, symbol);
    while (bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === slash) at++;
    return at;
  }
}
