import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import { indexWords } from '@lexichord/text-index';

/** Words of a text that occur in it equally often. */
export interface WordCount {
  readonly count: number;
  readonly words: readonly string[];
}

/** Counts the words of a text. A Map, since a word can be "__proto__". */
export type WordCounts = Map<string, number>;

/** Counts words of a text, each as `weight` occurrences. */
export function countWords(counts: WordCounts, words: readonly string[], weight = 1): void {
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + weight);
}

/**
 * Word counts as a string: a line for each count, ascending, with the count and then its words by code unit, such as `1
 * login user\n2 session`. Two fifths of the length of the words with their repetitions.
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

/** All searchable texts of a chunk. */
export type ChunkTexts = readonly [path: string, names: string, content: string];

/** Number of texts in {@link ChunkTexts}. */
const textsOfChunk = 3;

/** Weight of a word in the path, in mentions in the text. */
const pathRepetitions = 2;

/** Weight of a word in a defined name, in mentions in the text. */
const nameRepetitions = 3;

/** Counts the searchable words of a chunk: those of its text and, with more weight, of its path and names. */
export function countChunkWords([path, names, content]: ChunkTexts): string {
  const counts: WordCounts = new Map();
  countWords(counts, indexWords(content));
  countWords(counts, indexWords(path), pathRepetitions);
  countWords(counts, indexWords(names), nameRepetitions);
  return formatWordCounts(counts);
}

/** The chunks of texts that were concatenated in one list. */
export function chunksOfTexts(texts: readonly string[]): readonly ChunkTexts[] {
  return Array.from({ length: texts.length / textsOfChunk }, (_unused, chunk): ChunkTexts => {
    const [path = '', names = '', content = ''] = texts.slice(chunk * textsOfChunk, (chunk + 1) * textsOfChunk);
    return [path, names, content];
  });
}

/**
 * Parses the counts that {@link formatWordCounts} wrote.
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
    'The words of a chunk in the search index are damaged. Run "lexichord index --rebuild" to rebuild the index.',
    { details: { fault: 'damaged' } },
  );
}
