import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ErrorCode, IIndexService, ISemanticSearchService, LexichordError } from '@lexichord/abstractions';
import { createRuntime } from '@lexichord/runtime';

import type { BenchmarkResult, RunSettings } from '../benchmark.js';
import { type BoundedRow, judgeRows, printRows, summary, timeRuns } from './bounded-row.js';

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
 * Speed of the search index on a copy of a repository: the first index, an update without changes, one after an edit,
 * and a search. The bound is for a repository of about 50,000 lines.
 */
export async function benchmarkIndex(settings: RunSettings): Promise<BenchmarkResult> {
  const repository = await settings.inputs.repository();
  if (repository === undefined) return { skipped: 'LEXICHORD_REPOSITORY names no repository' };
  const folder = await mkdtemp(join(tmpdir(), 'lexichord-index-'));
  try {
    await cp(repository, folder, { recursive: true, filter: (path) => !path.endsWith('.lexichord') });
    const rows = await measure(folder, settings);
    printRows(rows, settings);
    settings.print(`memory at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
    return judgeRows(rows);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function measure(workspaceRoot: string, { print, repetition }: RunSettings): Promise<readonly BoundedRow[]> {
  const runtime = await createRuntime({ workspaceRoot, configuration: { logging: { level: 'silent' } } });
  try {
    const index = runtime.resolve(IIndexService);
    const search = runtime.resolve(ISemanticSearchService);
    const first = await index.update();
    print(`Search index: ${first.files} files, ${first.chunks} chunks`);
    const firstMs = { p50: first.durationMs, p99: first.durationMs };
    const unchanged = await timeRuns(() => index.update(), repetition({ warmUp: 2, runs: 20 }));
    const filePath = await bestFile(search);
    const edited = await timeRuns(
      async () => {
        await appendFile(join(workspaceRoot, filePath), '\n');
        await index.update();
      },
      repetition({ warmUp: 1, runs: 10 }),
    );
    let searches = 0;
    const searched = await timeRuns(
      () => {
        searches += 1;
        // Never the same twice, because rankings are remembered.
        return search.search(`${queries[searches % queries.length] ?? ''} ${searches}`);
      },
      repetition({ warmUp: 100, runs: 400 }),
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

/** The file that the first query finds. */
async function bestFile(search: ISemanticSearchService): Promise<string> {
  const query = queries[0] ?? '';
  const [best] = (await search.search(query, { topK: 1 })).hits;
  if (best === undefined) throw new LexichordError(ErrorCode.internal, `The index has nothing for "${query}".`);
  return best.filePath;
}
