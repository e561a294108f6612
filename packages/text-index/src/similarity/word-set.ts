import { addToHash, emptyHash, hashText } from '../words/hash-text.js';

/**
 * The words of a text for similarity: in lower case, without punctuation, split at white space, with at least three
 * letters. A run in a script without spaces is replaced by its character trigrams.
 *
 * A word is stored as a 30-bit hash. Two words of a text have the same hash with a probability of about one in a
 * million, which changes a similarity by less than a word's weight.
 */
export interface WordSet {
  /** Number of different words. */
  readonly size: number;
  has(word: number): boolean;
  /** In the order of first occurrence. */
  readonly words: readonly number[];
}

/** Minimum word length, in characters: shorter words carry little meaning. */
const minimumWordLength = 3;

/** Average length of text per distinct word, for estimating the number of words; most occur repeatedly. */
const averageWordLength = 8;

/** Length of the pieces that replace words in scripts without spaces, in characters. */
const trigramLength = 3;

const unspacedScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const notLetterOrDigit = /[^\p{L}\p{N}\p{M}]+/gu;

/** Returns the set of words in a text, in linear time. */
export function wordSet(text: string): WordSet {
  return new WordScanner(text).wordSet(0, text.length);
}

/** Finds the words in parts of a text. Converts the text to numbers once, which makes reading it several times as fast. */
export class WordScanner {
  private readonly units: Uint16Array;

  constructor(private readonly text: string) {
    const bytes = Buffer.from(text, 'utf16le');
    this.units = new Uint16Array(bytes.buffer, bytes.byteOffset, text.length);
  }

  /** Returns the words from `startOffset` to `endOffset`, exclusive, in UTF-16 units. Linear in the length. */
  wordSet(startOffset: number, endOffset: number): WordSet {
    const { units } = this;
    const words = new HashTable((endOffset - startOffset) / averageWordLength);
    for (let position = startOffset; position < endOffset; position += 1) {
      const start = position;
      let hash = emptyHash;
      let letters = 0;
      let isAscii = true;
      // One pass over the word: ASCII is hashed directly; other characters need the slow path.
      for (; position < endOffset; position += 1) {
        const code = units[position] as number;
        if (code > 127) {
          if (isUnicodeSpace(code)) break;
          isAscii = false;
          continue;
        }
        const kind = asciiKinds[code] as number;
        if (kind === spaceKind) break;
        if (kind === otherKind) continue;
        hash = addToHash(hash, kind);
        letters += 1;
      }
      if (!isAscii) addUnicodeWord(words, this.text.slice(start, position));
      else if (letters >= minimumWordLength) words.add(finishHash(hash));
    }
    return words;
  }
}

/** Returns the words of several texts, as of one text with white space between them. */
export function unionOf(sets: readonly WordSet[]): WordSet {
  const union = new HashTable(sets.reduce((sum, { size }) => sum + size, 0));
  for (const { words } of sets) for (const word of words) union.add(word);
  return union;
}

/** Number of shared words divided by that of all words, 0 to 1; 0 if either text has none (DES-072c §5.3). */
export function jaccardSimilarity(left: WordSet, right: WordSet): number {
  const [smaller, larger] = left.size <= right.size ? [left, right] : [right, left];
  if (smaller.size === 0) return 0;
  let shared = 0;
  for (const word of smaller.words) if (larger.has(word)) shared += 1;
  return shared / (left.size + right.size - shared);
}

/** Whether the similarity reaches a threshold above 0; faster than computing it if the sizes exclude it. */
export function isSimilar(left: WordSet, right: WordSet, threshold: number): boolean {
  const smaller = Math.min(left.size, right.size);
  if (smaller < threshold * Math.max(left.size, right.size)) return false;
  return jaccardSimilarity(left, right) >= threshold;
}

/** Whether every word of `part` is in `whole`. Stops at the first missing one. */
export function isSubset(part: WordSet, whole: WordSet): boolean {
  if (part.size > whole.size) return false;
  for (const word of part.words) if (!whole.has(word)) return false;
  return true;
}

/** A set of 30-bit numbers with open addressing, several times faster to fill than the built-in `Set`. */
class HashTable implements WordSet {
  readonly words: number[] = [];
  /** Each slot is a word plus one; 0 is an empty slot. The length is a power of two. */
  private slots: Uint32Array;

  /** @param expected approximate number of words; the table grows if there are more */
  constructor(expected: number) {
    this.slots = new Uint32Array(2 ** Math.ceil(Math.log2(expected * 2 + 16)));
  }

  get size(): number {
    return this.words.length;
  }

  has(word: number): boolean {
    return this.slots[this.slotOf(word)] !== 0;
  }

  add(word: number): void {
    const slot = this.slotOf(word);
    if (this.slots[slot] !== 0) return;
    this.slots[slot] = word + 1;
    this.words.push(word);
    if (this.words.length * 2 > this.slots.length) this.grow();
  }

  /** Returns the slot of a word, or the empty slot for it. */
  private slotOf(word: number): number {
    const { slots } = this;
    const mask = slots.length - 1;
    let slot = spread(word) & mask;
    while (slots[slot] !== 0 && slots[slot] !== word + 1) slot = (slot + 1) & mask;
    return slot;
  }

  private grow(): void {
    this.slots = new Uint32Array(this.slots.length * 4);
    for (const word of this.words) this.slots[this.slotOf(word)] = word + 1;
  }
}

/** Odd, and random in each process; the content of a set and its order do not depend on it. */
const multiplier = (Math.random() * 2 ** 32) | 1;

/**
 * First slot for a word. The random mixing prevents texts whose words all begin at one slot, which would take quadratic
 * time.
 */
function spread(word: number): number {
  // Multiplication carries only upwards, so the high bits are mixed into the low ones, which determine the slot.
  const once = Math.imul(word ^ (word >>> 15), multiplier);
  const twice = Math.imul(once ^ (once >>> 16), multiplier);
  return twice ^ (twice >>> 16);
}

function addUnicodeWord(words: HashTable, raw: string): void {
  const word = raw.toLowerCase().replace(notLetterOrDigit, '');
  const characters = Array.from(word);
  if (!unspacedScript.test(word)) {
    if (characters.length >= minimumWordLength) words.add(hash30(word));
    return;
  }
  if (characters.length > 0 && characters.length < trigramLength) words.add(hash30(word));
  for (let index = 0; index + trigramLength <= characters.length; index += 1) {
    words.add(hash30(characters.slice(index, index + trigramLength).join('')));
  }
}

function hash30(word: string): number {
  return finishHash(hashText(word));
}

/** Folds a hash to 30 bits, which engines store as small integers. */
function finishHash(hash: number): number {
  return (hash ^ (hash >>> 15)) & 0x3fffffff;
}

const otherKind = 0;
const spaceKind = 255;

/** For each ASCII code: the lower-case code of a letter or digit, or one of the kinds above. */
const asciiKinds = Uint8Array.from({ length: 128 }, (_unused, code) => {
  if (code <= 32) return spaceKind;
  const character = String.fromCharCode(code);
  return /[a-z0-9]/iu.test(character) ? character.toLowerCase().charCodeAt(0) : otherKind;
});

function isUnicodeSpace(code: number): boolean {
  return (
    code === 0x85 ||
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}
