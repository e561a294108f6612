/** Letters and digits of a word, with the apostrophe of a contraction. */
const anyWord = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;

/** A word with a digit in it, or one so short that the similarity of texts does not see it. */
const numberOrShortWord = /\p{N}|^.{1,2}$/u;

/** English words that turn a statement round. */
const negations: ReadonlySet<string> = new Set(
  'no not nor never none nobody nothing neither without cannot'.split(' '),
);

/** English words that bound a statement. */
const bounds: ReadonlySet<string> = new Set('only but unless except until before after'.split(' '));

/**
 * The words of a text that no similar word may stand for: numbers, names with digits, words of one or two letters,
 * negations and words such as `only`. `wait 5 s` and `wait 9 s` are similar texts and say different things.
 */
export function exactWords(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(anyWord)) {
    if (numberOrShortWord.test(word) || bounds.has(word) || isNegation(word)) words.add(word);
  }
  return words;
}

/** Whether `holder` has all of the exact words, and turns nothing round that `part` does not. */
export function agreesOn(part: ReadonlySet<string>, holder: ReadonlySet<string>): boolean {
  for (const word of part) if (!holder.has(word)) return false;
  for (const word of holder) if (isNegation(word) && !part.has(word)) return false;
  return true;
}

function isNegation(word: string): boolean {
  return negations.has(word) || /n['’]t$/u.test(word);
}
