import stem from 'wink-porter2-stemmer';

import { NameCache } from './name-cache.js';
import { RawWordScanner, maxWordLength } from './raw-words.js';
import { splitIdentifier } from './split-identifier.js';
import { stopWords } from './stop-words.js';
import { characterPairs, isUnspaced, unspacedRuns } from './unspaced-scripts.js';

/** Maximum number of cached stems: words of code occur repeatedly. */
const maxCachedStems = 100_000;

const asciiLetters = /^[a-z]+$/u;

/** Yields every raw word of a text: whole names, numbers, runs of letters. */
export function* rawWords(text: string): Generator<string> {
  const words = new RawWordScanner(text);
  for (let word = words.next(); word !== undefined; word = words.next()) yield word;
}

const nameCache = new NameCache(wordsOfName);
/** Shared, because texts are scanned one at a time. */
const scanner = new RawWordScanner();

/**
 * Returns the index words of a text: the stems of the words in its names, and each name of several words as a whole.
 * Without stop words and single letters. In the order of the text, with repetitions.
 */
export function indexWords(text: string): readonly string[] {
  const found: string[] = [];
  scanner.read(text);
  while (scanner.advance()) {
    // One by one, because a run of characters without spaces has more words than a call can have arguments.
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

/** Letters of other scripts beside an unspaced script, as in `使用API调用`, are separate words. */
function addMixed(words: string[], part: string): void {
  for (const run of unspacedRuns(part)) {
    // One by one, because a run of characters without spaces has more words than a call can have arguments.
    if (isUnspaced(run)) for (const pair of characterPairs(run)) words.push(pair);
    else addSpaced(words, run);
  }
}

function addSpaced(words: string[], word: string): void {
  // A name with an unspaced script can have any length, and the stemmer takes far longer for long words.
  if (word.length > 1 && word.length <= maxWordLength && !stopWords.has(word)) words.push(stemOf(word));
}

const stemCache = new Map<string, string>();

/** Returns the stem of a lower-case English word; any other word unchanged. */
export function stemOf(word: string): string {
  const cached = stemCache.get(word);
  if (cached !== undefined) return cached;
  if (stemCache.size >= maxCachedStems) stemCache.clear();
  const found = asciiLetters.test(word) ? stem(word) : word;
  stemCache.set(word, found);
  return found;
}
