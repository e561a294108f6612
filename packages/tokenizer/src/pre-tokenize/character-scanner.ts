import { CharClass, loadCharClasses } from './char-class.js';
import { endOfText } from '../byte-source.js';

const { number, space, newline } = CharClass;
const apostrophe = 0x27;
/** In {@link CharacterScanner.byteClasses}: a byte of a multi-byte character. Not a bit of a class. */
const multiByte = 128;

/**
 * Base of the encodings' split patterns. Scans bytes: ASCII is looked up by byte; other characters are decoded and
 * looked up by code point.
 */
export class CharacterScanner {
  /** Class of a one-byte character, {@link multiByte} for other bytes, and 0 for the end of the text. */
  protected readonly byteClasses = new Uint8Array(256).fill(multiByte, 0x80);
  /** Width of the last character of {@link classAt}, in bytes. */
  protected width = 1;
  private readonly classes = loadCharClasses();

  constructor() {
    this.byteClasses.set(this.classes.subarray(0, 0x80));
    this.byteClasses[endOfText] = 0;
  }

  /** Class of the character at an offset, 0 at the end of the text; sets {@link width}. */
  protected classAt(bytes: Uint8Array, at: number): number {
    const lead = bytes[at] as number;
    const found = this.byteClasses[lead] as number;
    if (found !== multiByte) {
      this.width = 1;
      return found;
    }
    const second = (bytes[at + 1] as number) & 0x3f;
    if (lead < 0xe0) {
      this.width = 2;
      return this.classes[((lead & 0x1f) << 6) | second] as number;
    }
    const third = (bytes[at + 2] as number) & 0x3f;
    if (lead < 0xf0) {
      this.width = 3;
      return this.classes[((lead & 0x0f) << 12) | (second << 6) | third] as number;
    }
    this.width = 4;
    const fourth = (bytes[at + 3] as number) & 0x3f;
    return this.classes[((lead & 0x07) << 18) | (second << 12) | (third << 6) | fourth] as number;
  }

  /** End of the run from `at` of characters with any of the bits of `wanted`. */
  protected runEnd(bytes: Uint8Array, at: number, wanted: number): number {
    const { byteClasses } = this;
    for (;;) {
      while (((byteClasses[bytes[at] as number] as number) & wanted) !== 0) at++;
      if (byteClasses[bytes[at] as number] !== multiByte || (this.classAt(bytes, at) & wanted) === 0) return at;
      at += this.width;
    }
  }

  /** `\p{N}{1,3}`, whose first character matches and ends at `at`. */
  protected numberEnd(bytes: Uint8Array, at: number): number {
    for (let count = 1; count < 3 && (this.classAt(bytes, at) & number) !== 0; count++) at += this.width;
    return at;
  }

  /**
   * `\s*[\r\n]+|\s+(?!\S)|\s+`: a run up to its last line end, otherwise without its last character if other text
   * follows.
   */
  protected whiteSpaceEnd(bytes: Uint8Array, start: number): number {
    let at = start;
    let lastStart = start;
    let lineEnd = -1;
    for (;;) {
      const found = this.classAt(bytes, at);
      if ((found & space) === 0) break;
      lastStart = at;
      at += this.width;
      if ((found & newline) !== 0) lineEnd = at;
    }
    if (lineEnd >= 0) return lineEnd;
    return bytes[at] === endOfText || lastStart === start ? at : lastStart;
  }

  /**
   * `(?i:'s|'t|'re|'ve|'m|'ll|'d)`: its end, or `at` if there is none. The fold is Unicode's: U+017F (C5 BF) is an s;
   * U+212A is only a k.
   */
  protected contractionEnd(bytes: Uint8Array, at: number): number {
    if (bytes[at] !== apostrophe) return at;
    const first = bytes[at + 1] as number;
    switch (first | 0x20) {
      case 0x73: // s
      case 0x74: // t
      case 0x6d: // m
      case 0x64: // d
        return at + 2;
      case 0x72: // re
      case 0x76: // ve
        return ((bytes[at + 2] as number) | 0x20) === 0x65 ? at + 3 : at;
      case 0x6c: // ll
        return ((bytes[at + 2] as number) | 0x20) === 0x6c ? at + 3 : at;
      default:
        return first === 0xc5 && bytes[at + 2] === 0xbf ? at + 3 : at;
    }
  }
}
