import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { IIndexService, ISymbolGraph } from '@lexichord/abstractions';
import { createRuntime } from '@lexichord/runtime';

import type { BenchmarkResult, RunSettings } from '../benchmark.js';
import { type BoundedRow, judgeRows, printRows, summary, timeRuns } from './bounded-row.js';
import { timeEdits, timeSearches } from './index-timing.js';

/**
 * Speed of the search index on a copy of a repository: the first index, an update without changes, one after an edit,
 * a search, in memory and in tables, and the graph of symbols. The bound is for a repository of about 50,000 lines.
 */
export async function benchmarkIndex(settings: RunSettings): Promise<BenchmarkResult> {
  const repository = await settings.inputs.repository();
  if (repository === undefined) return { skipped: 'LEXICHORD_REPOSITORY names no repository' };
  const folder = await mkdtemp(join(tmpdir(), 'lexichord-index-'));
  try {
    await cp(repository, folder, { recursive: true, filter: (path) => !path.endsWith('.lexichord') });
    const rows = [...(await measure(folder, settings)), ...(await measureTables(folder, settings))];
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
    const first = await index.update();
    print(`Search index: ${first.files} files, ${first.chunks} chunks`);
    const firstMs = { p50: first.durationMs, p99: first.durationMs };
    const unchanged = await timeRuns(() => index.update(), repetition({ warmUp: 2, runs: 20 }));
    const edited = await timeEdits({ runtime, workspaceRoot }, repetition({ warmUp: 1, runs: 10 }));
    const searched = await timeSearches({ runtime }, repetition({ warmUp: 100, runs: 400 }));
    const [graphMs = 0] = await timeRuns(() => runtime.resolve(ISymbolGraph).ranks(), { warmUp: 0, runs: 1 });
    return [
      { name: 'first index', ...firstMs, bound: 30_000, target: 10_000 },
      { name: 'update without changes', ...summary(unchanged), bound: 500, target: 100 },
      { name: 'update after one edit', ...summary(edited), bound: 1_000, target: 200 },
      { name: 'search, warm', ...summary(searched), bound: 50, target: 10 },
      { name: 'symbol graph, from the index', p50: graphMs, p99: graphMs, bound: 5_000, target: 1_000 },
    ];
  } finally {
    await runtime.dispose();
  }
}

/** The same index as one that is too large for memory; see decision 0099. */
async function measureTables(workspaceRoot: string, { repetition }: RunSettings): Promise<readonly BoundedRow[]> {
  const runtime = await createRuntime({
    workspaceRoot,
    configuration: { logging: { level: 'silent' }, search: { maxChunksInMemory: 0 } },
  });
  try {
    await runtime.resolve(IIndexService).update();
    const searched = await timeSearches({ runtime }, repetition({ warmUp: 10, runs: 100 }));
    return [{ name: 'search in tables, warm', ...summary(searched), bound: 500, target: 100 }];
  } finally {
    await runtime.dispose();
  }
}
