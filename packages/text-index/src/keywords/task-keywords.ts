import { type KeywordPattern, patternsOf } from './keyword-patterns.js';
import { foldWord } from './letter-kinds.js';
import { splitWords } from './split-words.js';

/** A word that identifies a task's subject. */
export interface Keyword {
  /** In small letters. */
  readonly word: string;
  readonly patterns: readonly KeywordPattern[];
  /** Places, in the list of keywords, of the words that this one is made of: who has it has them. */
  readonly parts: readonly number[];
}

/** A task is a sentence or a page; of a pasted book, its beginning counts. */
const maxTaskLength = 20_000;
const maxKeywords = 200;

/** A longer run of letters is data. */
const maxWordLength = 80;

/** Words without a subject of their own, in lower case. */
const stopWords: ReadonlySet<string> = new Set(
  (
    'a about after all also am an and any are as at be because been before being but by can cannot could did do does ' +
    'doing for from had has have having he her here his how i if in into is it its itself let me my no nor not of off ' +
    'on onto or our out over please shall she should so some such than that the their them then there these they ' +
    'this those through to too until up upon us very via was we were what when where whether which while who whom ' +
    'whose why will with within without would you your'
  ).split(' '),
);

/**
 * The keywords of a task, sorted, each once: its words without those that say nothing, a name such as `getUserName`
 * whole and in its words. A task of nothing but such words is taken at its word.
 */
export function taskKeywords(task: string): readonly Keyword[] {
  const partsOfWords = collect(task, (word) => word.length > 1 && !stopWords.has(word));
  return sortKeywords(partsOfWords.size > 0 ? partsOfWords : collect(task, () => true));
}

/** Words in small letters, each with the words that it is made of. */
function collect(task: string, isTaken: (word: string) => boolean): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const add = (word: string, parts: readonly string[]): void => {
    if (word === '' || word.length > maxWordLength || found.size >= maxKeywords) return;
    if (parts.length > 0 || !found.has(word)) found.set(word, parts);
  };
  for (const { word, parts } of splitWords(task.slice(0, maxTaskLength).normalize('NFC'))) {
    const small = foldWord(word);
    const smallParts = parts.map(foldWord).filter((part) => isTaken(part) && !/^\p{N}+$/u.test(part));
    if (isTaken(small)) add(small, smallParts);
    for (const part of smallParts) add(part, []);
  }
  return found;
}

function sortKeywords(partsOfWords: ReadonlyMap<string, readonly string[]>): readonly Keyword[] {
  const words = [...partsOfWords.keys()].sort();
  const places = new Map(words.map((word, place) => [word, place]));
  return words.map((word) => ({
    word,
    patterns: patternsOf(word),
    parts: (partsOfWords.get(word) ?? []).flatMap((part) => places.get(part) ?? []),
  }));
}
