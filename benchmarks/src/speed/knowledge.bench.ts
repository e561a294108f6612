import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

import {
  type ContextGatheringRequest,
  IGraphRepository,
  IKnowledgeContextStrategy,
  IKnowledgeImporter,
  type ILexichordRuntime,
  type KnowledgeFile,
} from '@lexichord/abstractions';
import { createRuntime, developmentLicense } from '@lexichord/runtime';

import type { BenchmarkResult, RunSettings, Sizes } from '../benchmark.js';
import { seededRandom } from '../seeded-random.js';
import { type BoundedRow, judgeRows, printRows, summary, timeRuns } from './bounded-row.js';
import { generatedApi } from './generated-api.js';
import { packingTasks } from './packing-workspace.js';

interface GraphSize {
  /** Of one description. */
  readonly operations: number;
  /** Descriptions of the large graph: at full size about 100,000 entities. */
  readonly apis: number;
}

const sizes: Sizes<GraphSize> = { full: { operations: 300, apis: 45 }, smoke: { operations: 10, apis: 2 } };

/**
 * Speed of the knowledge graph: the import of a description of 300 operations, the same again, and the context for a task
 * from about 1,000 and about 100,000 entities.
 */
export async function benchmarkKnowledge(settings: RunSettings): Promise<BenchmarkResult> {
  const { operations, apis } = settings.sizeOf(sizes);
  const rows = [
    ...(await inRuntime(async (runtime) => [
      ...(await measureImport(runtime, operations, settings)),
      await measureGather(runtime, settings, { bound: 100, target: 20 }),
    ])),
    ...(await inRuntime(async (runtime) => {
      const started = performance.now();
      await importApis(runtime, apis, operations);
      const { entities } = await runtime.resolve(IGraphRepository).count();
      const seconds = (performance.now() - started) / 1_000;
      settings.print(`imported ${entities} entities, ${Math.round(entities / seconds)} a second`);
      return [await measureGather(runtime, settings, { bound: 250, target: 50 })];
    })),
  ];
  printRows(rows, settings);
  settings.print(`memory at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
  return judgeRows(rows);
}

async function inRuntime<T>(work: (runtime: ILexichordRuntime) => Promise<T>): Promise<T> {
  const workspaceRoot = await mkdtemp(join(tmpdir(), 'lexichord-knowledge-'));
  const configuration = { logging: { level: 'silent' as const } };
  const runtime = await createRuntime({ workspaceRoot, license: developmentLicense, configuration });
  try {
    return await work(runtime);
  } finally {
    await runtime.dispose();
    await rm(workspaceRoot, { recursive: true, force: true });
  }
}

/** A small one first, so that what is loaded with the first call is loaded. */
async function measureImport(
  runtime: ILexichordRuntime,
  operations: number,
  { repetition }: RunSettings,
): Promise<readonly BoundedRow[]> {
  await importApis(runtime, 1, 1);
  const first = await timeRuns(() => importApis(runtime, 1, operations), { warmUp: 0, runs: 1 });
  const again = await timeRuns(() => importApis(runtime, 1, operations), repetition({ warmUp: 1, runs: 5 }));
  return [
    { name: `import of ${operations} operations`, ...summary(first), bound: 10_000, target: 3_000 },
    { name: 'the same again', ...summary(again), bound: 5_000, target: 1_000 },
  ];
}

async function importApis(runtime: ILexichordRuntime, apis: number, operations: number): Promise<void> {
  const random = seededRandom(7);
  const files = Array.from({ length: apis }, (_unused, index): KnowledgeFile => {
    return { documentPath: `api${index}.json`, text: generatedApi(`api${index}`, operations, random) };
  });
  await runtime.resolve(IKnowledgeImporter).importFiles(files);
}

async function measureGather(
  runtime: ILexichordRuntime,
  { print, repetition }: RunSettings,
  limits: Pick<BoundedRow, 'bound' | 'target'>,
): Promise<BoundedRow> {
  const strategy = runtime.resolve(IKnowledgeContextStrategy);
  const { entities } = await runtime.resolve(IGraphRepository).count();
  const started = performance.now();
  await strategy.gather(requestOf(0), { maxTokens: strategy.maxTokens });
  print(`first gather from ${entities} entities ${Math.round(performance.now() - started)} ms`);
  let tasks = 0;
  const times = await timeRuns(
    () => {
      tasks += 1;
      return strategy.gather(requestOf(tasks), { maxTokens: strategy.maxTokens });
    },
    repetition({ warmUp: 20, runs: 100 }),
  );
  return { name: `gather from ${entities} entities`, ...summary(times), ...limits };
}

/** Never the same twice. */
function requestOf(number: number): ContextGatheringRequest {
  return { agentId: 'copilot', hints: { query: `${packingTasks[number % packingTasks.length] ?? ''} ${number}` } };
}
