import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { IIndexService, ISemanticSearchService } from '@lexichord/abstractions';
import { createRuntime } from '@lexichord/runtime';
import { type BoundedRow, overBound, printRows, summary, timeRuns } from './bounded-row.js';

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
];

/**
 * Speed of the search index on a copy of the repository that `LEXICHORD_REPOSITORY` names: the first index, an update
 * without changes, one after an edit, and a search. The bound is for a repository of about 50,000 lines.
 *
 * @returns names of the rows over their bounds
 */
export async function benchmarkIndex(print: (line: string) => void): Promise<readonly string[]> {
  const repository = process.env.LEXICHORD_REPOSITORY;
  if (repository === undefined) {
    print('\nSearch index: skipped. Set LEXICHORD_REPOSITORY to the folder of a repository.');
    return [];
  }
  const folder = await mkdtemp(join(tmpdir(), 'lexichord-index-'));
  try {
    await cp(repository, folder, { recursive: true, filter: (path) => !path.endsWith('.lexichord') });
    const rows = await measure(folder, print);
    printRows(rows, print);
    print(`memory at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
    return overBound(rows);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function measure(workspaceRoot: string, print: (line: string) => void): Promise<readonly BoundedRow[]> {
  const runtime = await createRuntime({ workspaceRoot, configuration: { logging: { level: 'silent' } } });
  try {
    const index = runtime.resolve(IIndexService);
    const search = runtime.resolve(ISemanticSearchService);
    const first = await index.update();
    print(`\nSearch index: ${first.files} files, ${first.chunks} chunks`);
    const firstMs = { p50: first.durationMs, p99: first.durationMs };
    const unchanged = await timeRuns(() => index.update(), { warmUp: 2, runs: 20 });
    const { filePath } = (await search.search(queries[0] ?? '', { topK: 1 })).hits[0] ?? { filePath: '' };
    const edited = await timeRuns(
      async () => {
        await appendFile(join(workspaceRoot, filePath), '\n');
        await index.update();
      },
      { warmUp: 1, runs: 10 },
    );
    let asked = 0;
    const searched = await timeRuns(
      () => {
        asked += 1;
        // Never the same twice, because rankings are remembered.
        return search.search(`${queries[asked % queries.length] ?? ''} ${asked}`);
      },
      { warmUp: 100, runs: 400 },
    );
    return [
      { name: 'first index', ...firstMs, bound: 30_000, target: 10_000 },
      { name: 'update without changes', ...summary(unchanged), bound: 500, target: 100 },
      { name: 'update after one edit', ...summary(edited), bound: 1_000, target: 200 },
      { name: 'search, warm', ...summary(searched), bound: 50, target: 10 },
    ];
  } finally {
    await runtime.dispose();
  }
}
