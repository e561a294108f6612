import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  ErrorCode,
  IContextPacker,
  type ILexichordRuntime,
  LexichordError,
  type PackTimings,
  packingBudgetOf,
} from '@lexichord/abstractions';
import { SilentLogger } from '@lexichord/platform';
import { createRuntime, developmentLicense } from '@lexichord/runtime';

import type { BenchmarkResult, RunSettings } from '../benchmark.js';
import { type BoundedRow, judgeRows, percentile, printRows, summary, timePreparedRuns } from './bounded-row.js';
import { measureFirstPacks } from './packing-processes.js';
import { measureStages, selectionGrowth } from './packing-stages.js';
import {
  type PackingWorkspace,
  commitAll,
  packedTokens,
  packingTasks,
  packingWorkspace,
  writeFiles,
} from './packing-workspace.js';

const budget = packingBudgetOf(packedTokens);

/**
 * Speed and memory of the context packer, one named row for each requirement of T-016 with a time or a size in it. A
 * whole pack is one of a runtime over a git repository with files; a stage is measured with what such a pack gives it.
 */
export async function benchmarkPacking(settings: RunSettings): Promise<BenchmarkResult> {
  const { print } = settings;
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-packing-')));
  try {
    const workspace = packingWorkspace(1);
    await writeFiles(folder, workspace);
    commitAll(folder);
    const { times, memory } = measureFirstPacks(folder, settings);
    const { packs, stages, growth } = await withRuntime(folder, async (runtime) => ({
      packs: [await packedAgain(runtime, workspace, settings), await packedNew(runtime, folder, settings)],
      stages: await measureStages(runtime, settings),
      growth: [await selectionGrowth(runtime, settings)],
    }));
    const milliseconds = [...packs, times, ...stages];
    print('Context packer, milliseconds');
    printRows(milliseconds, settings);
    print('\nContext packer, megabytes');
    printRows(memory, settings);
    print('\nContext packer, growth: times as long for ten times as much');
    printRows(growth, settings);
    return judgeRows([...milliseconds, ...memory, ...growth]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Files that were packed before, each time for another task. */
async function packedAgain(
  runtime: ILexichordRuntime,
  { sources }: PackingWorkspace,
  { print, repetition }: RunSettings,
): Promise<BoundedRow> {
  const packer = runtime.resolve(IContextPacker);
  const timings: PackTimings[] = [];
  const samples = await timePreparedRuns(
    (run) => packingTasks[run % packingTasks.length] ?? '',
    async (task) => {
      const packed = await packer.pack(sources, budget, { task });
      requireFullPack(packed.rejectedSources.length, packed.totalTokens);
      timings.push(packed.stats.timingsMs);
    },
    repetition({ warmUp: 10, runs: 60 }),
  );
  const { chunks, includedChunks } = (await packer.getStats()).lastPack ?? { chunks: 0, includedChunks: 0 };
  print(`Context packer: ${sources.length} sources, ${chunks} chunks, ${includedChunks} of them packed`);
  print(`medians of the stages in milliseconds: ${mediansOf(timings)}`);
  return {
    name: 'NFR-016-01: 100 sources, packed before for other tasks',
    ...summary(samples),
    target: 100,
    bound: 500,
  };
}

/** Files that have all changed since the last pack. */
async function packedNew(
  runtime: ILexichordRuntime,
  folder: string,
  { print, repetition }: RunSettings,
): Promise<BoundedRow> {
  const packer = runtime.resolve(IContextPacker);
  const timings: PackTimings[] = [];
  const samples = await timePreparedRuns(
    async (run) => {
      const workspace = packingWorkspace(100 + run);
      await writeFiles(folder, workspace);
      return workspace;
    },
    async ({ sources }) => {
      const packed = await packer.pack(sources, budget, { task: packingTasks[0] });
      requireFullPack(packed.rejectedSources.length, packed.totalTokens);
      timings.push(packed.stats.timingsMs);
    },
    repetition({ warmUp: 3, runs: 20 }),
  );
  print(`the same when all files have changed: ${mediansOf(timings)}`);
  return {
    name: 'AC-121: 100 sources, all files changed since',
    ...summary(samples),
    target: 250,
    bound: 500,
  };
}

/** What is quick because it did little is no measurement. */
function requireFullPack(rejectedSources: number, totalTokens: number): void {
  if (rejectedSources === 0 && totalTokens > 0.98 * packedTokens) return;
  throw new LexichordError(
    ErrorCode.internal,
    `The measured pack is not a full one: ${rejectedSources} sources rejected, ${totalTokens} tokens.`,
  );
}

function mediansOf(timings: readonly PackTimings[]): string {
  const stages = ['collect', 'chunk', 'rank', 'dedup', 'select', 'format'] as const;
  return stages
    .map((stage) => {
      const sorted = timings.map((each) => each[stage]).toSorted((left, right) => left - right);
      return `${stage} ${percentile(sorted, 0.5).toFixed(1)}`;
    })
    .join(', ');
}

async function withRuntime<T>(folder: string, measure: (runtime: ILexichordRuntime) => Promise<T>): Promise<T> {
  const runtime = await createRuntime({
    license: developmentLicense,
    logger: new SilentLogger(),
    workspaceRoot: folder,
  });
  try {
    return await measure(runtime);
  } finally {
    await runtime.dispose();
  }
}
