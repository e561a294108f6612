import stem from 'wink-porter2-stemmer';

import { NameCache } from './name-cache.js';
import { RawWordScanner, maxWordLength } from './raw-words.js';
import { splitIdentifier } from './split-identifier.js';
import { stopWords } from './stop-words.js';
import { characterPairs, isUnspaced, unspacedRuns } from './unspaced-scripts.js';

/** Stems of words seen, up to so many: a word of code occurs again and again. */
const maxCachedStems = 100_000;

const asciiLetters = /^[a-z]+$/u;

/** Every raw word of a text: names whole, numbers, runs of letters. */
export function* rawWords(text: string): Generator<string> {
  const words = new RawWordScanner(text);
  for (let word = words.next(); word !== undefined; word = words.next()) yield word;
}

const nameCache = new NameCache(wordsOfName);
/** Of the text whose words are being looked for: none is looked through while another one is. */
const scanner = new RawWordScanner();

/**
 * The words under which a text is found: the stems of the words that its names are made of, and each name of several
 * words whole. Stop words and single letters are left out. In the order of the text, with repetitions.
 */
export function indexWords(text: string): readonly string[] {
  const found: string[] = [];
  scanner.read(text);
  while (scanner.advance()) {
    // One by one, because a run of characters without spaces has more words than a call takes arguments.
    for (const word of nameCache.of(scanner)) found.push(word);
  }
  return found;
}

function wordsOfName(name: string): readonly string[] {
  const words: string[] = [];
  const parts = splitIdentifier(name);
  if (parts.length > 1 && name.length <= maxWordLength) words.push(name.toLowerCase());
  for (const part of parts) {
    const small = part.toLowerCase();
    if (isUnspaced(small)) addMixed(words, small);
    else addSpaced(words, small);
  }
  return words;
}

/** Other letters beside such a script, as in `使用API调用`, are words of their own. */
function addMixed(words: string[], part: string): void {
  for (const run of unspacedRuns(part)) {
    // One by one, because a run of characters without spaces has more words than a call takes arguments.
    if (isUnspaced(run)) for (const pair of characterPairs(run)) words.push(pair);
    else addSpaced(words, run);
  }
}

function addSpaced(words: string[], word: string): void {
  // A name is as long as it may when a script without spaces is in it, and the stemmer takes far longer for long words.
  if (word.length > 1 && word.length <= maxWordLength && !stopWords.has(word)) words.push(stemOf(word));
}

const stemCache = new Map<string, string>();

/** The stem of an English word in small letters; anything else as it is. */
export function stemOf(word: string): string {
  const cached = stemCache.get(word);
  if (cached !== undefined) return cached;
  if (stemCache.size >= maxCachedStems) stemCache.clear();
  const found = asciiLetters.test(word) ? stem(word) : word;
  stemCache.set(word, found);
  return found;
}
