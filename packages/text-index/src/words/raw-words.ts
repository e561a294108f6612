import { TextUnits } from './text-units.js';
import { isUnspaced } from './unspaced-scripts.js';

/**
 * Maximum length of a word, in UTF-16 units, except in scripts without spaces; longer ones are data, such as base64.
 */
export const maxWordLength = 80;

const wordAt = /[\p{L}_$][\p{L}\p{M}\p{N}_$]*|\p{N}+/uy;

const noWord = 0;
const digit = 1;
const letter = 2;
const notAscii = 3;

/** Kind of each ASCII code; the signs that names may have are letters. */
const asciiKinds = Uint8Array.from({ length: 128 }, (_unused, code) => {
  const character = String.fromCharCode(code);
  if (/[0-9]/u.test(character)) return digit;
  return /[a-z_$]/iu.test(character) ? letter : noWord;
});

/**
 * Finds the raw words of a text, one after another: whole names, numbers, runs of letters. Hand-written code reads
 * ASCII, several times as fast as a regular expression, which is used for the rest.
 */
export class RawWordScanner {
  private text = '';
  private readonly textUnits = new TextUnits();
  /** Units of the text, cached because they are read for each letter. */
  private units = this.textUnits.units;
  /** Start and end of the current word. */
  private start = 0;
  private end = 0;
  private lastHash = 0;

  constructor(text = '') {
    this.read(text);
  }

  /** Starts with another text, in the same memory if it is large enough. */
  read(text: string): void {
    this.textUnits.load(text);
    this.units = this.textUnits.units;
    this.text = text;
    this.end = 0;
  }

  /** Returns the next word; `undefined` at the end of the text. */
  next(): string | undefined {
    return this.advance() ? this.word : undefined;
  }

  /** Advances to the next word. Returns false at the end of the text, which is then released. */
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
    this.textUnits.release();
    this.units = this.textUnits.units;
    return false;
  }

  /** The current word. */
  get word(): string {
    return this.text.slice(this.start, this.end);
  }

  /** 32-bit hash of the current word's letters, for cache look-ups without extracting it from the text. */
  get hash(): number {
    return this.lastHash;
  }

  /** Whether the current word equals `word`. */
  isAt(word: string): boolean {
    const { units, start } = this;
    const { length } = word;
    if (this.end - start !== length) return false;
    for (let index = 0; index < length; index += 1) {
      if (units[start + index] !== word.charCodeAt(index)) return false;
    }
    return true;
  }

  /** @returns whether it is a word; if not, one character was skipped */
  private takeAscii(kind: number): boolean {
    const { units } = this;
    let hash = 0;
    let at = this.start;
    let next = kind;
    // A number ends at a letter, but a name does not end at a digit. The unit after the text belongs to no word.
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

  /** @returns whether it is a word; if not, one character was skipped */
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

/** Mixes a unit into a hash: multiplication spreads it to higher bits, the shift to lower ones. */
function hashed(hash: number, unit: number): number {
  const spread = Math.imul(hash ^ unit, 0x9e3779b1);
  return spread ^ (spread >>> 15);
}
