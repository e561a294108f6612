import { CharClass } from './char-class.js';
import { CharacterScanner } from './character-scanner.js';

const { letter, number, newline, symbol } = CharClass;
const blank = 0x20;

/**
 * The split pattern of cl100k_base.
 *
 * ```text
 * (?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
 * ```
 */
export class Cl100kPreTokenizer extends CharacterScanner {
  pieceEnd(bytes: Uint8Array, start: number): number {
    const first = this.classAt(bytes, start);
    const afterFirst = start + this.width;
    if ((first & letter) !== 0) return this.runEnd(bytes, afterFirst, letter);
    if ((first & number) !== 0) return this.numberEnd(bytes, afterFirst);
    if ((first & newline) !== 0) return this.whiteSpaceEnd(bytes, start);

    const contraction = this.contractionEnd(bytes, start);
    if (contraction > start) return contraction;
    const next = this.classAt(bytes, afterFirst);
    if ((next & letter) !== 0) return this.runEnd(bytes, afterFirst + this.width, letter);
    if ((first & symbol) !== 0) return this.symbolsEnd(bytes, afterFirst);
    if (bytes[start] === blank && (next & symbol) !== 0) return this.symbolsEnd(bytes, afterFirst);
    return this.whiteSpaceEnd(bytes, start);
  }

  /** ` ?[^\s\p{L}\p{N}]+[\r\n]*` after its first symbol or the blank, which ends at `start`. */
  private symbolsEnd(bytes: Uint8Array, start: number): number {
    let at = this.runEnd(bytes, start, symbol);
    while (bytes[at] === 0x0a || bytes[at] === 0x0d) at++;
    return at;
  }
}
