import { ErrorCode, LexichordError } from '@lexichord/abstractions';

/** Words of a text that occur in it equally often. */
export interface WordCount {
  readonly count: number;
  readonly words: readonly string[];
}

/** Counts the words of a text. A Map, since a word can be "__proto__". */
export type WordCounts = Map<string, number>;

/**
 * Counts words of a text.
 *
 * @param words joined by spaces, with repetitions
 * @param weight occurrences that each word counts as
 */
export function countWords(counts: WordCounts, words: string, weight = 1): void {
  if (words === '') return;
  for (const word of words.split(' ')) counts.set(word, (counts.get(word) ?? 0) + weight);
}

/**
 * Word counts as a string: a line for each count, ascending, with the count and then its words by code unit, such as
 * `1 login user\n2 session`. Two fifths as long as the words with their repetitions.
 */
export function formatWordCounts(counts: ReadonlyMap<string, number>): string {
  const wordsOf = new Map<number, string[]>();
  for (const [word, count] of counts) {
    const words = wordsOf.get(count);
    if (words === undefined) wordsOf.set(count, [word]);
    else words.push(word);
  }
  const lines = [...wordsOf].sort(([a], [b]) => a - b);
  return lines.map(([count, words]) => `${count} ${words.sort().join(' ')}`).join('\n');
}

/**
 * The counts in what {@link formatWordCounts} gave.
 *
 * @throws {LexichordError} `storage-failed`, fault `damaged`, for anything else
 */
export function parseWordCounts(text: string): readonly WordCount[] {
  if (text === '') return [];
  return text.split('\n').map((line) => {
    const [digits = '', ...words] = line.split(' ');
    if (!/^[1-9]\d{0,8}$/u.test(digits) || words.length === 0) throw damagedWords();
    return { count: Number(digits), words };
  });
}

function damagedWords(): LexichordError {
  return new LexichordError(
    ErrorCode.storageFailed,
    'The words of a chunk in the search index are damaged. Run "lexichord index --rebuild" to build it again.',
    { details: { fault: 'damaged' } },
  );
}
