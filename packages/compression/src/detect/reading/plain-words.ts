/** Maximum length of a word; longer runs of letters are data and are cut. */
const maxWordLength = 40;

/** Informal spellings with their correct words. */
const shortSpellings: Readonly<Record<string, string>> = {
  u: 'you',
  ur: 'your',
  pls: 'please',
  plz: 'please',
  cud: 'could',
  wud: 'would',
  wat: 'what',
  im: 'i am',
  ive: 'i have',
  id: 'id',
  cant: 'can not',
  cannot: 'can not',
  dont: 'do not',
  doesnt: 'does not',
  didnt: 'did not',
  isnt: 'is not',
  arent: 'are not',
  wasnt: 'was not',
  havent: 'have not',
  hasnt: 'has not',
  couldnt: 'could not',
  wont: 'will not',
  whats: 'what is',
  wheres: 'where is',
  msg: 'message',
  msgs: 'messages',
  convo: 'conversation',
  info: 'information',
  anymore: 'any more',
  gonna: 'going to',
  gotta: 'have to',
};

const contractions: readonly (readonly [RegExp, string])[] = [
  [/\bcan't\b/gu, 'can not'],
  [/\bwon't\b/gu, 'will not'],
  [/\bshan't\b/gu, 'shall not'],
  [/n't\b/gu, ' not'],
  [/\b(what|where|who|when|how|that|it|there|here|he|she|one|which|everything|nothing)'s\b/gu, '$1 is'],
  [/\blet's\b/gu, 'let us'],
  [/'m\b/gu, ' am'],
  [/'re\b/gu, ' are'],
  [/'ve\b/gu, ' have'],
  [/'ll\b/gu, ' will'],
  [/'d\b/gu, ' would'],
];

/** Contexts in which "just" means "only"; elsewhere it is a filler word. */
const justOnly =
  /\bjust (?=(?:says?|mentions?|lists?|names?|reads?|notes?|shows?|states?|has|have|gives?|contains?|told)\b)|(?<=\b(?:have|has|see|got|contains?|given|says|say|is|are) )just\b /gu;

/** Filler words, which do not change the meaning of a sentence. */
const fillers = new Set(
  (
    'really quite just actually honestly unfortunately sadly sorry kindly quickly also currently simply maybe perhaps ' +
    'very still yet apparently probably basically hmm um uh oh well afraid definitely certainly fully entirely ' +
    'completely either sadly regrettably clearly readily presently already'
  ).split(' '),
);

/** Starts of sentences with an omitted "I". */
const startsWithoutSubject =
  /^ (?:(?:can|could|did|have) not|do not (?:have|remember|recall|see|find|know)|forgot|lost|missing the|no longer|only have|have only|lacking) /u;

/** Key words of requests. They are also recognised with one letter added or missing, or with two letters exchanged. */
const correctable = (
  'remind context conversation earlier previous previously remember repeat message messages summary enough recall ' +
  'discussion details mentioned access missing truncated reminder forgot forgotten mention decided discussed again'
).split(' ');

/**
 * Normalises a sentence: lower case, contractions and informal spellings written out, no filler words. Starts with a
 * space; one space follows each word, and commas are words of their own.
 */
export function plainWords(sentence: string): string {
  let text = sentence.toLowerCase().replaceAll(/[’‘`´]/gu, "'");
  if (text.includes("'")) for (const [pattern, full] of contractions) text = text.replaceAll(pattern, full);
  text = text.replaceAll(justOnly, 'only ');
  let plain = ' ';
  for (const [word] of text.matchAll(/[,;:()—–]|\s-\s|[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'_-]*/gu)) {
    const known = wordOf(word);
    if (known !== '' && !(known === ',' && (plain === ' ' || plain.endsWith(', ')))) plain += `${known} `;
  }
  return startsWithoutSubject.test(plain) ? ` i${plain}` : plain;
}

function wordOf(word: string): string {
  if (!/^[\p{L}\p{M}\p{N}]/u.test(word)) return ',';
  if (word.length > maxWordLength) return word.slice(0, maxWordLength);
  if (fillers.has(word)) return '';
  if (Object.hasOwn(shortSpellings, word)) return shortSpellings[word] ?? word;
  return word.length >= 5 ? corrected(word) : word;
}

let corrections: ReadonlyMap<string, string> | undefined;

function corrected(word: string): string {
  corrections ??= allCorrections();
  const known = corrections.get(word);
  if (known !== undefined) return known;
  // Tries to remove one letter, except the first and last, which would make another word.
  for (let index = 1; index < word.length - 1; index += 1) {
    const shorter = corrections.get(word.slice(0, index) + word.slice(index + 1));
    if (shorter !== undefined && correctable.includes(shorter) && shorter.length === word.length - 1) return shorter;
  }
  return word;
}

/** Maps each key word, its spellings without one letter, and those with two letters exchanged to the key word. */
function allCorrections(): ReadonlyMap<string, string> {
  const all = new Map<string, string>();
  for (const word of correctable) {
    for (let index = 1; index < word.length - 1; index += 1) {
      all.set(word.slice(0, index) + word.slice(index + 1), word);
      const [before, first = '', second = ''] = [word.slice(0, index), word[index], word[index + 1]];
      all.set(before + second + first + word.slice(index + 2), word);
    }
  }
  for (const word of correctable) all.set(word, word);
  return all;
}
