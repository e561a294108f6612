import { addToHash, emptyHash, hashText } from '../words/hash-text.js';

/**
 * The words of a text for similarity: lower-cased, punctuation stripped, split at white space, three letters and
 * more. A run of a script that is written without spaces counts as its character trigrams instead.
 *
 * A word is kept as a 30-bit hash. Two of a text's words share one with a chance of about one in a million, which
 * moves a similarity by less than a word's weight.
 */
export interface WordSet {
  /** Number of different words. */
  readonly size: number;
  has(word: number): boolean;
  /** The words in the order of their first occurrence. */
  readonly words: readonly number[];
}

/** Shorter words carry little meaning. */
const minimumWordLength = 3;

/** For a first guess of how many words there are; most occur more than once. */
const averageWordLength = 8;

/** Length of the pieces that replace words in scripts without spaces. */
const trigramLength = 3;

const unspacedScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const notLetterOrDigit = /[^\p{L}\p{N}\p{M}]+/gu;

/** The set of words in a text. Linear in its length. */
export function wordSet(text: string): WordSet {
  return new WordScanner(text).wordSet(0, text.length);
}

/** Finds the words of a text's parts. The text is unpacked once, which makes reading it several times as fast. */
export class WordScanner {
  private readonly units: Uint16Array;

  constructor(private readonly text: string) {
    const bytes = Buffer.from(text, 'utf16le');
    this.units = new Uint16Array(bytes.buffer, bytes.byteOffset, text.length);
  }

  /** The set of words from `startOffset` to `endOffset`, exclusive, in UTF-16 units. Linear in the length. */
  wordSet(startOffset: number, endOffset: number): WordSet {
    const { units } = this;
    const words = new HashTable((endOffset - startOffset) / averageWordLength);
    for (let position = startOffset; position < endOffset; position += 1) {
      const start = position;
      let hash = emptyHash;
      let letters = 0;
      let isAscii = true;
      // One pass over the word: ASCII is hashed on the way, anything else sends the word to the slow path.
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

/** The words of several texts together, as of one text with white space between them. */
export function unionOf(sets: readonly WordSet[]): WordSet {
  const union = new HashTable(sets.reduce((sum, { size }) => sum + size, 0));
  for (const { words } of sets) for (const word of words) union.add(word);
  return union;
}

/** Shared words over all words, 0 to 1; 0 when either text has none (DES-072c §5.3). */
export function jaccardSimilarity(left: WordSet, right: WordSet): number {
  const [smaller, larger] = left.size <= right.size ? [left, right] : [right, left];
  if (smaller.size === 0) return 0;
  let shared = 0;
  for (const word of smaller.words) if (larger.has(word)) shared += 1;
  return shared / (left.size + right.size - shared);
}

/** Whether the similarity reaches a threshold above 0; cheaper than computing it where the sizes rule it out. */
export function isSimilar(left: WordSet, right: WordSet, threshold: number): boolean {
  const smaller = Math.min(left.size, right.size);
  if (smaller < threshold * Math.max(left.size, right.size)) return false;
  return jaccardSimilarity(left, right) >= threshold;
}

/** Whether every word of `part` is in `whole`. Ends at the first that is not. */
export function isSubset(part: WordSet, whole: WordSet): boolean {
  if (part.size > whole.size) return false;
  for (const word of part.words) if (!whole.has(word)) return false;
  return true;
}

/** A set of 30-bit numbers in open addressing, several times faster to fill than the engine's own `Set`. */
class HashTable implements WordSet {
  readonly words: number[] = [];
  /** A word plus one, so that 0 is an empty slot. Its length is a power of two. */
  private slots: Uint32Array;

  /** @param expected how many words there may be; more are no harm */
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

  /** Slot of the word, or the empty slot for it. */
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

/** Odd, and another one in each process; what a set holds, and in which order, does not depend on it. */
const multiplier = (Math.random() * 2 ** 32) | 1;

/**
 * First slot of the search for a word. The mixing prevents a text whose words all begin at one slot, which would take
 * time that grows with the square of their number.
 */
function spread(word: number): number {
  // A product carries upwards only: its high bits are mixed into the low ones, which choose the slot.
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

/** Folded to 30 bits, which engines keep as small integers. */
function finishHash(hash: number): number {
  return (hash ^ (hash >>> 15)) & 0x3fffffff;
}

const otherKind = 0;
const spaceKind = 255;

/** For each ASCII code: the lower-cased code of a letter or digit, or one of the kinds above. */
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
