import { CharClass } from './char-class.js';
import { CharacterScanner } from './character-scanner.js';
import { endOfText } from '../byte-source.js';

const { letter, number, space, symbol } = CharClass;
const notSpace = letter | number | symbol;
const blank = 0x20;
const apostrophe = 0x27;

/**
 * The split pattern of p50k_base, r50k_base and gpt2: runs of letters, of numbers and of symbols, each with an optional
 * blank before it. Contractions are separate pieces, only in lower case; a line end is ordinary white space.
 *
 * ```text
 * '(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
 * ```
 */
export class R50kPreTokenizer extends CharacterScanner {
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

  /** `\s+(?!\S)|\s+`: a run up to the end of the text, otherwise without its last character if it has more than one. */
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
