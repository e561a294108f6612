import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';

import {
  ErrorCode,
  IIndexService,
  type ILexichordRuntime,
  ISemanticSearchService,
  LexichordError,
} from '@lexichord/abstractions';

import type { Repetition } from '../benchmark.js';
import { timeRuns } from './bounded-row.js';

/** Questions of the kinds that people ask, about no repository in particular. */
const queries = [
  'how are errors reported to the caller',
  'where is the configuration read',
  'connection timeout and retries',
  'parse command line arguments',
  'class that represents a request',
  'unit tests for the cache',
  'open a file and read it line by line',
  'why does the login fail',
] as const;

/** A repository with an index, and the runtime over it. */
export interface IndexedRepository {
  readonly runtime: Pick<ILexichordRuntime, 'resolve'>;
  /** Its folder, absolute. A file in it is changed. */
  readonly workspaceRoot: string;
}

/** Milliseconds of updates after an edit of a file, shortest first. */
export async function timeEdits(
  { runtime, workspaceRoot }: IndexedRepository,
  repetition: Repetition,
): Promise<number[]> {
  const index = runtime.resolve(IIndexService);
  const filePath = await bestFile(runtime.resolve(ISemanticSearchService));
  return timeRuns(async () => {
    await appendFile(join(workspaceRoot, filePath), '\n');
    await index.update();
  }, repetition);
}

/** Milliseconds of searches in a running process, shortest first. */
export async function timeSearches(
  { runtime }: Pick<IndexedRepository, 'runtime'>,
  repetition: Repetition,
): Promise<number[]> {
  const search = runtime.resolve(ISemanticSearchService);
  let searches = 0;
  return timeRuns(() => {
    searches += 1;
    // Never the same twice, because rankings are remembered.
    return search.search(`${queries[searches % queries.length] ?? ''} ${searches}`);
  }, repetition);
}

/** The file that the first query finds. */
async function bestFile(search: ISemanticSearchService): Promise<string> {
  const [query] = queries;
  const [best] = (await search.search(query, { topK: 1 })).hits;
  if (best === undefined) throw new LexichordError(ErrorCode.internal, `The index has nothing for "${query}".`);
  return best.filePath;
}
