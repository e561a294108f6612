import type { ChunkRecord } from './chunk-record.js';
import type { Corpus } from './corpus.js';

type Numbers = ReadonlyMap<string, readonly number[]>;

const definers = new WeakMap<Corpus, Numbers>();
const fileChunks = new WeakMap<Corpus, Numbers>();

/** Numbers of the chunks that define a name, by the name in small letters. Made when it is first asked for. */
export function definersIn(corpus: Corpus): Numbers {
  return remembered(definers, corpus, ({ definitions }) => [
    ...new Set(definitions.map(({ name }) => name.toLowerCase())),
  ]);
}

/** Numbers of a file's chunks, by path. Made when it is first asked for. */
export function chunksByFile(corpus: Corpus): Numbers {
  return remembered(fileChunks, corpus, ({ filePath }) => [filePath]);
}

function remembered(
  known: WeakMap<Corpus, Numbers>,
  corpus: Corpus,
  keysOf: (record: ChunkRecord) => readonly string[],
): Numbers {
  const found = known.get(corpus);
  if (found !== undefined) return found;
  const lists = new Map<string, number[]>();
  for (const [number, record] of corpus.records.entries()) {
    for (const key of keysOf(record)) {
      const list = lists.get(key);
      if (list === undefined) lists.set(key, [number]);
      else list.push(number);
    }
  }
  known.set(corpus, lists);
  return lists;
}
