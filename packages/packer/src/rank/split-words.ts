/** A run of letters and digits, with the signs that join words into a name. */
const namePattern = /[\p{L}\p{N}\p{M}_$]+/gu;

/** Inside a name: before a capital that begins a word, around signs, and between letters and digits. */
const innerBorder =
  /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{N})(?=\p{L})|(?<=[\p{L}\p{M}])(?=\p{N})|[_$]+/u;

const unspaced =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}';
const unspacedScript = new RegExp(`[${unspaced}]`, 'u');
const runsOfOneKind = new RegExp(`[${unspaced}]+|[^${unspaced}]+`, 'gu');

/** Whether the text has letters of a script that puts no space between words. */
export function isUnspaced(text: string): boolean {
  return unspacedScript.test(text);
}

/** A word, and the words that it is made of. */
export interface SplitWord {
  readonly word: string;
  /** Empty for a word that is made of no others. */
  readonly parts: readonly string[];
}

/**
 * The words of a text as they stand there, in their order: `getUserName` with `get`, `User`, `Name`. Scripts that put
 * no space between words are cut into pairs of characters.
 */
export function* splitWords(text: string): Generator<SplitWord> {
  for (const [name] of text.matchAll(namePattern)) {
    if (!isUnspaced(name)) {
      yield splitName(name);
      continue;
    }
    for (const [run] of name.matchAll(runsOfOneKind)) {
      if (isUnspaced(run)) yield* pairsOf(run);
      else yield splitName(run);
    }
  }
}

function splitName(name: string): SplitWord {
  const parts = name.split(innerBorder).filter((part) => part !== '');
  // Signs count for nothing: `user_name` and `userName` are one word.
  return { word: parts.join(''), parts: parts.length > 1 ? parts : [] };
}

function* pairsOf(run: string): Generator<SplitWord> {
  const characters = Array.from(run);
  if (characters.length === 1) yield { word: run, parts: [] };
  for (let index = 1; index < characters.length; index += 1) {
    yield { word: characters.slice(index - 1, index + 1).join(''), parts: [] };
  }
}
