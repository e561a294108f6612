import type { Turns } from '@lexichord/platform/internal';
import { splitIdentifier } from '@lexichord/text-index/internal';

import type { ChunkRecord } from './chunk-record.js';
import type { Corpus } from './corpus.js';

type Numbers = ReadonlyMap<string, readonly number[]>;

const definers = new WeakMap<Corpus, Numbers>();
const definersByWords = new WeakMap<Corpus, Numbers>();
const fileChunks = new WeakMap<Corpus, Numbers>();

/** Numbers of the chunks that define a name, by the name in small letters. Made on the first call for a corpus. */
export function definersIn(corpus: Corpus): Numbers {
  return cached(definers, corpus, definedNames);
}

/** The names that a chunk defines, each once, in small letters. */
export function definedNames({ definitions }: Pick<ChunkRecord, 'definitions'>): readonly string[] {
  return [...new Set(definitions.map(({ name }) => name.toLowerCase()))];
}

/**
 * Numbers of the chunks that define a name, by the words of the name; see `wordsInOrder`. Made on the first call for a
 * corpus, which is slow in a large index.
 */
export async function definersByWordsIn(corpus: Corpus, turns: Turns): Promise<Numbers> {
  const found = definersByWords.get(corpus);
  if (found !== undefined) return found;
  const lists = new Map<string, number[]>();
  for (const [number, { definitions }] of corpus.records.entries()) {
    const names = definitions.map(({ name }) => name).filter(isName);
    addTo(lists, new Set(names.map(wordsInOrder)), number);
    await turns.yieldToEventLoop();
  }
  definersByWords.set(corpus, lists);
  return lists;
}

/** Whether a definition is a name, not a heading of prose: a name has no white space. */
export function isName(definition: string): boolean {
  return !/\s/u.test(definition);
}

/** A key that is equal for names of the same words in any order and case. */
export function wordsInOrder(name: string): string {
  return splitIdentifier(name)
    .map((word) => word.toLowerCase())
    .sort()
    .join(' ');
}

/** Numbers of a file's chunks, by path. Made on the first call for a corpus. */
export function chunksByFile(corpus: Corpus): Numbers {
  return cached(fileChunks, corpus, ({ filePath }) => [filePath]);
}

function cached(
  cache: WeakMap<Corpus, Numbers>,
  corpus: Corpus,
  keysOf: (record: ChunkRecord) => readonly string[],
): Numbers {
  const found = cache.get(corpus);
  if (found !== undefined) return found;
  const lists = new Map<string, number[]>();
  for (const [number, record] of corpus.records.entries()) addTo(lists, keysOf(record), number);
  cache.set(corpus, lists);
  return lists;
}

function addTo(lists: Map<string, number[]>, keys: Iterable<string>, number: number): void {
  for (const key of keys) {
    const list = lists.get(key);
    if (list === undefined) lists.set(key, [number]);
    else list.push(number);
  }
}
