import { type KeywordPattern, patternsOf } from './keyword-patterns.js';
import { foldWord } from './letter-kinds.js';
import { splitWords } from './split-words.js';

/** A word of a task's subject. */
export interface Keyword {
  /** In lower case. */
  readonly word: string;
  readonly patterns: readonly KeywordPattern[];
  /** Indexes in the list of keywords of the words that this one consists of: they match with it. */
  readonly parts: readonly number[];
}

/** Maximum length that is read, in UTF-16 units. A task is a sentence or a page, not a book. */
const maxTaskLength = 20_000;
const maxKeywords = 200;

/** Maximum length of a word, in UTF-16 units; longer runs of letters are data. */
const maxWordLength = 80;

/** Words without a subject, in lower case. */
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
 * Returns the sorted, distinct keywords of a task: its words except stop words; a name such as `getUserName` as a whole
 * and in its words. If a task has only stop words, all of them count.
 */
export function taskKeywords(task: string): readonly Keyword[] {
  const partsOfWords = collect(task, (word) => word.length > 1 && !stopWords.has(word));
  return sortKeywords(partsOfWords.size > 0 ? partsOfWords : collect(task, () => true));
}

/** Collects the words in lower case, each with its parts. */
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
