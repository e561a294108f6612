import { isDeepStrictEqual } from 'node:util';

import type { CallOptions } from '@lexichord/abstractions';
import { groupBy } from '@lexichord/platform/internal';
import { oneOf } from '@lexichord/storage';

import { type CandidateRow, candidateRow } from '../store/candidate-tables.js';
import type { CandidateStore } from '../store/candidate-store.js';
import { type IndexStore, inBatches } from '../store/index-store.js';
import type { FileRow } from '../store/index-tables.js';
import { WordChange } from '../store/word-change.js';

/** The index, and its tables of candidates. */
export interface SearchedIndex {
  readonly store: Pick<IndexStore, 'chunksOf'>;
  readonly files: ReadonlyMap<string, FileRow>;
  readonly candidates: CandidateStore;
}

/** Whether the tables of candidates are a copy of the chunks, with correct counts. Reads both completely. */
export async function isCopyOfChunks(
  { store, files, candidates }: SearchedIndex,
  options: CallOptions,
): Promise<boolean> {
  const counted = new WordChange();
  for (const paths of inBatches([...files.keys()])) {
    const expected: CandidateRow[] = [];
    for await (const chunk of store.chunksOf(paths, options)) {
      const row = candidateRow(chunk, files.get(chunk.record.filePath)?.chunksHash ?? '');
      expected.push(row);
      counted.add(row);
    }
    const found: CandidateRow[] = [];
    const where = oneOf('filePath', paths);
    for await (const rows of candidates.rows.scan({ ...options, where })) found.push(...rows);
    if (!isDeepStrictEqual(byId(found), byId(expected))) return false;
  }
  const state = await candidates.state(options);
  const isCounted = state?.chunks === counted.chunks && state.words === counted.words;
  return (
    isCounted &&
    (await candidates.rows.count(undefined, options)) === counted.chunks &&
    hasCounts(candidates, counted, options)
  );
}

async function hasCounts({ words }: CandidateStore, counted: WordChange, options: CallOptions): Promise<boolean> {
  const { changed } = counted;
  if ((await words.count(undefined, options)) !== changed.length) return false;
  const rows = await words.get(changed, options);
  return changed.every((word) => isDeepStrictEqual(rows.get(word), counted.rowOf(word)));
}

function byId(rows: readonly CandidateRow[]): ReadonlyMap<string, readonly CandidateRow[]> {
  return new Map([...groupBy(rows, ({ id }) => id)].sort(([a], [b]) => (a < b ? -1 : 1)));
}
