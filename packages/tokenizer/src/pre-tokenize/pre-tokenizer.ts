import type { TokenEncoding } from '@lexichord/abstractions';

import { endOfText } from '../bytes/utf8-window.js';
import { CharClass } from './char-class.js';
import { CharacterScanner } from './character-scanner.js';
import { O200kPreTokenizer } from './o200k-pre-tokenizer.js';

const { letter, number, space, newline, symbol } = CharClass;
const notSpace = letter | number | symbol;
const blank = 0x20;
const apostrophe = 0x27;

/**
 * The split of p50k_base, r50k_base and gpt2: runs of letters, of numbers and of symbols, each with one blank before
 * it. Contractions are pieces of their own, and in lower case only; a line end is white space like any other.
 *
 * ```text
 * '(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
 * ```
 */
class R50kPreTokenizer extends CharacterScanner {
  pieceEnd(bytes: Uint8Array, start: number): number {
    const first = this.classAt(bytes, start);
    const afterFirst = start + this.width;
    if ((first & space) === 0) {
      const contraction = this.smallContractionEnd(bytes, start);
      return contraction > start ? contraction : this.runEnd(bytes, afterFirst, first & notSpace);
    }
    if (bytes[start] === blank) {
      const next = this.classAt(bytes, afterFirst) & notSpace;
      if (next !== 0) return this.runEnd(bytes, afterFirst + this.width, next);
    }
    return this.spacesEnd(bytes, start);
  }

  /** `'(?:[sdmt]|ll|ve|re)`: its end, or `at` if there is none. */
  private smallContractionEnd(bytes: Uint8Array, at: number): number {
    if (bytes[at] !== apostrophe) return at;
    switch (bytes[at + 1]) {
      case 0x73: // s
      case 0x64: // d
      case 0x6d: // m
      case 0x74: // t
        return at + 2;
      case 0x6c: // ll
        return bytes[at + 2] === 0x6c ? at + 3 : at;
      case 0x76: // ve
      case 0x72: // re
        return bytes[at + 2] === 0x65 ? at + 3 : at;
      default:
        return at;
    }
  }

  /** `\s+(?!\S)|\s+`: a run up to the end of the text, else all but its last character, else that. */
  private spacesEnd(bytes: Uint8Array, start: number): number {
    let at = start;
    let lastStart = start;
    while ((this.classAt(bytes, at) & space) !== 0) {
      lastStart = at;
      at += this.width;
    }
    return bytes[at] === endOfText || lastStart === start ? at : lastStart;
  }
}

/**
 * The split of cl100k_base.
 *
 * ```text
 * (?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
 * ```
 */
class Cl100kPreTokenizer extends CharacterScanner {
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

  /** ` ?[^\s\p{L}\p{N}]+[\r\n]*`, of which one symbol or the blank is matched and ends at `start`. */
  private symbolsEnd(bytes: Uint8Array, start: number): number {
    let at = this.runEnd(bytes, start, symbol);
    while (bytes[at] === 0x0a || bytes[at] === 0x0d) at++;
    return at;
  }
}

/**
 * Splits UTF-8 bytes into the pieces that are merged on their own: what the regular expression of an encoding
 * matches, one after another, written out by hand.
 */
export interface PreTokenizer extends CharacterScanner {
  /**
   * End of the piece that begins at `start`, an offset inside the text. Input is valid UTF-8, ended by `endOfText`.
   */
  pieceEnd(bytes: Uint8Array, start: number): number;
}

const preTokenizers = {
  o200k_base: O200kPreTokenizer,
  cl100k_base: Cl100kPreTokenizer,
  p50k_base: R50kPreTokenizer,
  r50k_base: R50kPreTokenizer,
  gpt2: R50kPreTokenizer,
} as const;

/** The pre-tokenizer of an encoding. */
export function createPreTokenizer(encoding: TokenEncoding): PreTokenizer {
  return new preTokenizers[encoding]();
}
