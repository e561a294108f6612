/**
 * The words of a text for similarity: lower-cased, punctuation stripped, split at white space, three letters and
 * more. A run of a script that is written without spaces counts as its character trigrams instead.
 *
 * A word is kept as a 30-bit hash. Two of a text's words share one with a chance of about one in a million, which
 * moves a similarity by less than a word's weight.
 */
export type WordSet = ReadonlySet<number>;

/** Words shorter than this say little. */
const minimumWordLength = 3;

/** Length of the pieces that stand for words in scripts without spaces. */
const trigramLength = 3;

const unspacedScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const notLetterOrDigit = /[^\p{L}\p{N}\p{M}]+/gu;

/** The set of words in a text. Linear in its length. */
export function wordSet(text: string): WordSet {
  const words = new Set<number>();
  const length = text.length;
  let position = 0;
  while (position < length) {
    const start = position;
    let hash = emptyHash;
    let letters = 0;
    let isAscii = true;
    // One pass over the word: ASCII is hashed on the way, anything else sends the word to the slow path.
    for (; position < length; position += 1) {
      const code = text.charCodeAt(position);
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
    if (!isAscii) addUnicodeWord(words, text.slice(start, position));
    else if (letters >= minimumWordLength) words.add(finishHash(hash));
    position += 1;
  }
  return words;
}

/** Shared words over all words, 0 to 1; 0 when either text has none (DES-072c §5.3). */
export function jaccardSimilarity(left: WordSet, right: WordSet): number {
  const [smaller, larger] = left.size <= right.size ? [left, right] : [right, left];
  if (smaller.size === 0) return 0;
  let shared = 0;
  for (const word of smaller) if (larger.has(word)) shared += 1;
  return shared / (left.size + right.size - shared);
}

/** Whether the similarity reaches a threshold above 0; cheaper than computing it where the sizes rule it out. */
export function isSimilar(left: WordSet, right: WordSet, threshold: number): boolean {
  const smaller = Math.min(left.size, right.size);
  if (smaller < threshold * Math.max(left.size, right.size)) return false;
  return jaccardSimilarity(left, right) >= threshold;
}

function addUnicodeWord(words: Set<number>, raw: string): void {
  const word = raw.toLowerCase().replace(notLetterOrDigit, '');
  const characters = Array.from(word);
  if (!unspacedScript.test(word)) {
    if (characters.length >= minimumWordLength) words.add(hashOf(word));
    return;
  }
  if (characters.length > 0 && characters.length < trigramLength) words.add(hashOf(word));
  for (let index = 0; index + trigramLength <= characters.length; index += 1) {
    words.add(hashOf(characters.slice(index, index + trigramLength).join('')));
  }
}

const emptyHash = 0x811c9dc5;

/** FNV-1a, one step. */
function addToHash(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}

/** Folded to 30 bits, which engines keep as small integers. */
function finishHash(hash: number): number {
  return (hash ^ (hash >>> 15)) & 0x3fffffff;
}

function hashOf(word: string): number {
  let hash = emptyHash;
  for (let index = 0; index < word.length; index += 1) hash = addToHash(hash, word.charCodeAt(index));
  return finishHash(hash);
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
