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

import { seededRandom } from '../seeded-random.js';
import { type BoundedRow, overBound, printRows, summary, timeRuns } from './bounded-row.js';
import { generatedApi } from './generated-api.js';
import { packingTasks } from './packing-workspace.js';

const operationsOfApi = 300;

/** Descriptions that make a graph of about 100,000 entities. */
const manyApis = 45;

/**
 * Speed of the knowledge graph: the import of a description of 300 operations, the same again, and what an agent is told
 * from about 1,000 and about 100,000 entities.
 *
 * @returns names of the rows over their bounds
 */
export async function benchmarkKnowledge(print: (line: string) => void): Promise<readonly string[]> {
  const rows = [
    ...(await inRuntime(async (runtime) => [
      ...(await measureImport(runtime)),
      await measureGather(runtime, print, { bound: 100, target: 20 }),
    ])),
    ...(await inRuntime(async (runtime) => {
      const started = performance.now();
      await importApis(runtime, manyApis, operationsOfApi);
      const { entities } = await runtime.resolve(IGraphRepository).count();
      const seconds = (performance.now() - started) / 1_000;
      print(`imported ${entities} entities, ${Math.round(entities / seconds)} a second`);
      return [await measureGather(runtime, print, { bound: 250, target: 50 })];
    })),
  ];
  printRows(rows, print);
  print(`memory at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
  return overBound(rows);
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
async function measureImport(runtime: ILexichordRuntime): Promise<readonly BoundedRow[]> {
  await importApis(runtime, 1, 1);
  const first = await timeRuns(() => importApis(runtime, 1, operationsOfApi), { warmUp: 0, runs: 1 });
  const again = await timeRuns(() => importApis(runtime, 1, operationsOfApi), { warmUp: 1, runs: 5 });
  return [
    { name: `import of ${operationsOfApi} operations`, ...summary(first), bound: 10_000, target: 3_000 },
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
  print: (line: string) => void,
  limits: Pick<BoundedRow, 'bound' | 'target'>,
): Promise<BoundedRow> {
  const strategy = runtime.resolve(IKnowledgeContextStrategy);
  const { entities } = await runtime.resolve(IGraphRepository).count();
  const started = performance.now();
  await strategy.gather(requestOf(0), { maxTokens: strategy.maxTokens });
  print(`\nfirst gather from ${entities} entities ${Math.round(performance.now() - started)} ms`);
  let asked = 0;
  const times = await timeRuns(
    () => {
      asked += 1;
      return strategy.gather(requestOf(asked), { maxTokens: strategy.maxTokens });
    },
    { warmUp: 20, runs: 100 },
  );
  return { name: `gather from ${entities} entities`, ...summary(times), ...limits };
}

/** Never the same twice. */
function requestOf(number: number): ContextGatheringRequest {
  return { agentId: 'copilot', hints: { query: `${packingTasks[number % packingTasks.length] ?? ''} ${number}` } };
}
