/**
 * A number with the characters between its digits, or letters and digits of a word with its apostrophes and hyphens.
 */
const word =
  /[\p{L}\p{N}\p{M}]+(?:(?:['’]|(?<=[\p{L}\p{M}])-(?=\p{L})|(?<=\p{N})[.,:/–-](?=\p{N}))[\p{L}\p{N}\p{M}]+)*/u;

/** Signs without a meaning: list markers, drawn lines, and hyphens between letters and digits. */
const decoration = /^[ \t]*[-*](?=[ \t])|-{3,}|={4,}|(?<=[\p{L}\p{N}\p{M}])-(?=[\p{L}\p{N}])/u;

/**
 * Signs that change a meaning: arithmetic, comparison and currency signs, a point or dash before a number, comment
 * signs, and an exclamation mark before a negated term.
 */
const sign =
  /[#%&^\p{Sm}\p{Sc}-]|\/\/|\/\*|\*\/|(?<=\s)[*/](?=\s)|–(?=\p{N})|(?<![\p{L}\p{N}\p{M}.])\.(?=\p{N})|(?<!!)!+(?=[\p{L}\p{N}_$=~/([{<])/u;

/** Matches a word, a sign, or decoration that must not count as a sign. */
const part = new RegExp(`(?<word>${word.source})|(?:${decoration.source})|(?<sign>${sign.source})`, 'gmu');

/** A word with a digit, or one that is too short for the similarity of texts. */
const numberOrShortWord = /\p{N}|^.-?.?$/u;

/** English words that negate or limit a statement. */
const decisiveWords: ReadonlySet<string> = new Set(
  'no not nor never none nobody nothing neither without cannot only but unless except until before after'.split(' '),
);

/**
 * Words of a text that must match exactly, in order: numbers, names with digits, words of one or two letters,
 * negations, words such as `only`, and signs such as `<`. `wait 5 s` and `wait 9 s` are similar texts with different
 * meanings, as are `5 of 9` and `9 of 5`.
 */
export function exactWords(text: string): readonly string[] {
  const words: string[] = [];
  for (const { groups } of text.toLowerCase().matchAll(part)) {
    const found = groups?.['word'];
    if (found === undefined) words.push(...Array.from(groups?.['sign'] ?? ''));
    else if (numberOrShortWord.test(found) || isDecisive(found)) words.push(found);
  }
  return words;
}

/**
 * The range from the first to the last word or sign that may negate or limit the words beside it; `undefined` without
 * one. The end is exclusive.
 */
export function decisiveStretch(line: string): readonly [start: number, end: number] | undefined {
  let stretch: readonly [number, number] | undefined;
  for (const { 0: found, index, groups } of line.matchAll(part)) {
    if (groups?.['sign'] === undefined && !isDecisive(found.toLowerCase())) continue;
    stretch = [stretch?.[0] ?? index, index + found.length];
  }
  return stretch;
}

function isDecisive(found: string): boolean {
  return found.split('-').some((each) => decisiveWords.has(each) || /n['’]t$/u.test(each));
}
