import { TextUnits } from './text-units.js';
import { isUnspaced } from './unspaced-scripts.js';

/** A longer run of letters is data, such as base64; unless its script puts no space between words. */
export const maxWordLength = 80;

const wordAt = /[\p{L}_$][\p{L}\p{M}\p{N}_$]*|\p{N}+/uy;

const noWord = 0;
const digit = 1;
const letter = 2;
const notAscii = 3;

/** For each ASCII code what it is to a word; the signs that names may have are letters. */
const asciiKinds = Uint8Array.from({ length: 128 }, (_unused, code) => {
  const character = String.fromCharCode(code);
  if (/[0-9]/u.test(character)) return digit;
  return /[a-z_$]/iu.test(character) ? letter : noWord;
});

/**
 * Finds the raw words of a text, one after the other: names whole, numbers, runs of letters. ASCII is
 * read by hand, several times as fast as by a regular expression; for the rest there is one.
 */
export class RawWordScanner {
  private text = '';
  private readonly unpacked = new TextUnits();
  /** Units of the text, held directly because they are read for each letter. */
  private units = this.unpacked.units;
  /** Start and end of the word that was found last. */
  private start = 0;
  private end = 0;
  private lastHash = 0;

  constructor(text = '') {
    this.read(text);
  }

  /** Begins with another text, in the same memory if it is large enough. */
  read(text: string): void {
    this.unpacked.unpack(text);
    this.units = this.unpacked.units;
    this.text = text;
    this.end = 0;
  }

  /** `undefined` at the end of the text. */
  next(): string | undefined {
    return this.advance() ? this.word : undefined;
  }

  /** Goes to the next word. False at the end of the text, which is then released. */
  advance(): boolean {
    const { text, units } = this;
    while (this.end < text.length) {
      const unit = units[this.end] as number;
      const kind = kindOf(unit);
      if (kind === noWord) {
        this.end += 1;
        continue;
      }
      this.start = this.end;
      const isWord = kind === notAscii ? this.takeAny() : this.takeAscii(kind);
      if (isWord && (this.end - this.start <= maxWordLength || isUnspaced(this.word))) return true;
    }
    this.text = '';
    this.end = 0;
    this.unpacked.release();
    this.units = this.unpacked.units;
    return false;
  }

  /** The word that was found last. */
  get word(): string {
    return this.text.slice(this.start, this.end);
  }

  /** 32 bits of that word's letters, by which its cached value is found without taking it out of the text. */
  get hash(): number {
    return this.lastHash;
  }

  /** Whether that word is this one. */
  isAt(word: string): boolean {
    const { units, start } = this;
    const { length } = word;
    if (this.end - start !== length) return false;
    for (let index = 0; index < length; index += 1) {
      if (units[start + index] !== word.charCodeAt(index)) return false;
    }
    return true;
  }

  /** @returns whether it is a word; if not, one character was stepped over */
  private takeAscii(kind: number): boolean {
    const { units } = this;
    let hash = 0;
    let at = this.start;
    let next = kind;
    // A number ends at a letter, a name does not end at a digit. The unit behind the text belongs to no word.
    while (next !== noWord && next <= kind) {
      const unit = units[at] as number;
      hash = hashed(hash, unit);
      at += 1;
      next = kindOf(units[at] as number);
    }
    if (next === notAscii) return this.takeAny();
    this.end = at;
    this.lastHash = hash;
    return true;
  }

  /** @returns whether it is a word; if not, one character was stepped over */
  private takeAny(): boolean {
    const { text, units, start } = this;
    wordAt.lastIndex = start;
    const word = wordAt.exec(text)?.[0];
    this.end = start + (word?.length ?? ((text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1));
    this.lastHash = 0;
    for (let at = start; at < this.end; at += 1) this.lastHash = hashed(this.lastHash, units[at] as number);
    return word !== undefined;
  }
}

function kindOf(unit: number): number {
  return unit < 128 ? (asciiKinds[unit] as number) : notAscii;
}

/** A multiplication spreads a letter upwards, a shift brings it back down. */
function hashed(hash: number, unit: number): number {
  const spread = Math.imul(hash ^ unit, 0x9e3779b1);
  return spread ^ (spread >>> 15);
}
