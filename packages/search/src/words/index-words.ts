import stem from 'wink-porter2-stemmer';

import { splitIdentifier } from './split-identifier.js';
import { stopWords } from './stop-words.js';

/** Stems of words seen, up to so many: a word of code occurs again and again. */
const maxKnownStems = 100_000;

/** A longer run of letters is data, such as base64; unless its script puts no space between words. */
const longestWord = 80;

const wordPattern = /[\p{L}_$][\p{L}\p{M}\p{N}_$]*|\p{N}+/gu;
const unspaced =
  '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]';
const unspacedScript = new RegExp(unspaced, 'u');
const runOfOneKind = new RegExp(`${unspaced}+|${unspaced.replace('[', '[^')}+`, 'gu');
const asciiLetters = /^[a-z]+$/u;

/** Every word of a text as it stands there: names whole, numbers, runs of letters. */
export function* rawWords(text: string): Generator<string> {
  for (const [word] of text.matchAll(wordPattern)) {
    if (word.length <= longestWord || unspacedScript.test(word)) yield word;
  }
}

/**
 * The words under which a text is found: the stems of the words that its names are made of, and each name of several
 * words whole. Stop words and single letters are left out. In the order of the text, with repetitions.
 */
export function indexWords(text: string): readonly string[] {
  const words: string[] = [];
  for (const name of rawWords(text)) {
    const parts = splitIdentifier(name);
    if (parts.length > 1) words.push(name.toLowerCase());
    for (const part of parts) {
      const small = part.toLowerCase();
      if (unspacedScript.test(small)) addMixed(words, small);
      else addSpaced(words, small);
    }
  }
  return words;
}

/** Other letters beside such a script, as in `使用API调用`, are words of their own. */
function addMixed(words: string[], part: string): void {
  for (const [run] of part.matchAll(runOfOneKind)) {
    if (unspacedScript.test(run)) addPairs(words, run);
    else if (run.length <= longestWord) addSpaced(words, run);
  }
}

function addSpaced(words: string[], word: string): void {
  if (word.length > 1 && !stopWords.has(word)) words.push(stemOf(word));
}

const knownStems = new Map<string, string>();

/** The stem of an English word in small letters; anything else as it is. */
export function stemOf(word: string): string {
  const known = knownStems.get(word);
  if (known !== undefined) return known;
  if (knownStems.size >= maxKnownStems) knownStems.clear();
  const found = asciiLetters.test(word) ? stem(word) : word;
  knownStems.set(word, found);
  return found;
}

/** Scripts that put no space between words are found by pairs of characters. */
function addPairs(words: string[], text: string): void {
  let before: string | undefined;
  let pairs = 0;
  for (const character of text) {
    if (before !== undefined) {
      words.push(`${before}${character}`);
      pairs += 1;
    }
    before = character;
  }
  if (pairs === 0 && before !== undefined) words.push(before);
}
