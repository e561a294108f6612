import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import {
  ICommitHistory,
  IContextPacker,
  IIndexService,
  type ILexichordRuntime,
  type IncludedChunk,
  ISourceFinder,
  ISymbolGraph,
  type PackedContext,
  packingBudgetOf,
} from '@lexichord/abstractions';
import { createRuntime, developmentLicense } from '@lexichord/runtime';

import type { BenchmarkResult, RunSettings } from '../benchmark.js';
import { type TableRow, printTable } from '../speed/interleaved-timing.js';
import { compilerReferences } from './compiler-references.js';
import { readScriptProject } from './script-project.js';
import { type UsedName, type UsesOf, isPresent, usesByCompiler, usesByGraph } from './used-names.js';

const budgets = [4_000, 8_000] as const;

/** Tasks that are packed. */
const taskCount = { full: 20, smoke: 4 };

/** Shares of the budget for what packed code uses. */
const shares = { full: [0, 0.1, 0.2, 0.3], smoke: [0, 0.2] };

/** A slow machine must not lose what is looked for last. */
const maxPackMs = 60_000;

const ownRepository = fileURLToPath(new URL('../../..', import.meta.url));

/** What one pack has. */
interface ClosureOutcome {
  readonly budget: number;
  readonly totalTokens: number;
  readonly bodies: readonly IncludedChunk[];
  readonly compiled: readonly CountedName[];
  readonly indexed: readonly CountedName[];
  readonly ms: number;
}

/** A name that one of the bodies uses. */
interface CountedName extends UsedName {
  readonly isThere: boolean;
}

/**
 * Which of the names that packed bodies use, and that the repository defines, are in the pack at least as a signature: by
 * the TypeScript compiler for its languages, and by the symbol graph for all. Tasks are the subjects of earlier commits,
 * or the names of central definitions where there are none. No pack may be over its budget.
 */
export async function benchmarkClosure({ inputs, print, sizeOf }: RunSettings): Promise<BenchmarkResult> {
  const root = (await inputs.repository()) ?? ownRepository;
  const cacheFolder = await mkdtemp(join(tmpdir(), 'lexichord-closure-'));
  try {
    const errors: string[] = [];
    for (const share of sizeOf(shares)) {
      const outcomes = await packTasks({ root, cacheFolder, share, maxTasks: sizeOf(taskCount) });
      const title = `Names that packed bodies use, share of the budget for them ${share}, ${outcomes.length / budgets.length} tasks`;
      printTable(
        print,
        title,
        budgets.map((budget) => rowOf(outcomes, budget)),
      );
      const over = outcomes.filter(({ totalTokens, budget }) => totalTokens > budget);
      errors.push(...over.map(({ totalTokens, budget }) => `over budget: ${totalTokens} of ${budget} tokens`));
    }
    return { errors };
  } finally {
    await rm(cacheFolder, { recursive: true, force: true });
  }
}

interface TaskSetup {
  readonly root: string;
  readonly cacheFolder: string;
  readonly share: number;
  readonly maxTasks: number;
}

async function packTasks({ root, cacheFolder, share, maxTasks }: TaskSetup): Promise<readonly ClosureOutcome[]> {
  const runtime = await createRuntime({
    ...{ workspaceRoot: root, cacheFolder, license: developmentLicense },
    configuration: { logging: { level: 'silent' }, context: { closure: { share }, timeoutMs: maxPackMs } },
  });
  try {
    await runtime.resolve(IIndexService).update();
    const { files, paths } = await readScriptProject(runtime, root);
    const byCompiler = usesByCompiler(compilerReferences(root, files, paths));
    const byGraph = usesByGraph(runtime.resolve(ISymbolGraph));
    const [finder, packer] = [runtime.resolve(ISourceFinder), runtime.resolve(IContextPacker)];
    const outcomes: ClosureOutcome[] = [];
    for (const task of await tasksOf(runtime, maxTasks)) {
      for (const budget of budgets) {
        const started = performance.now();
        const packed = await packer.pack(await finder.find({ task }), packingBudgetOf(budget), { task });
        const ms = performance.now() - started;
        const bodies = packed.includedChunks.filter((chunk) => chunk.detailLevel === undefined);
        outcomes.push({
          ...{ budget, totalTokens: packed.totalTokens, bodies, ms },
          compiled: await countNames(packed, bodies, byCompiler),
          indexed: await countNames(packed, bodies, byGraph),
        });
      }
    }
    return outcomes;
  } finally {
    await runtime.dispose();
  }
}

/** Subjects of earlier commits, spread over the history; without a history, words of central names. */
async function tasksOf(runtime: ILexichordRuntime, maxTasks: number): Promise<readonly string[]> {
  const commits = (await runtime.resolve(ICommitHistory).pastCommits()) ?? [];
  const subjects = commits.map(({ message }) => message.split('\n', 1)[0] ?? '').filter((subject) => subject !== '');
  const step = Math.max(1, Math.floor(subjects.length / maxTasks));
  const spread = subjects.filter((_, index) => index % step === 0).slice(0, maxTasks);
  if (spread.length > 0) return spread;
  const central = await runtime.resolve(ISymbolGraph).ranks({ limit: maxTasks });
  return central.map(({ definition }) => definition.name.replaceAll(/(?<=[a-z])(?=[A-Z])|_/gu, ' '));
}

async function countNames(
  { includedChunks }: PackedContext,
  bodies: readonly IncludedChunk[],
  usesOf: UsesOf,
): Promise<readonly CountedName[]> {
  const counted: CountedName[] = [];
  for (const body of bodies) {
    for (const name of await usesOf(body)) counted.push({ ...name, isThere: isPresent(name, includedChunks) });
  }
  return counted;
}

function rowOf(all: readonly ClosureOutcome[], budget: number): TableRow {
  const outcomes = all.filter((outcome) => outcome.budget === budget);
  const compiled = outcomes.flatMap((outcome) => outcome.compiled);
  const once = outcomes.flatMap((outcome) => [...new Map(outcome.compiled.map((name) => [name.key, name])).values()]);
  const bodies = outcomes.flatMap((outcome) => outcome.bodies);
  const perPack = (total: number): string => (total / Math.max(1, outcomes.length)).toFixed(1);
  const bodyTokens = bodies.reduce((sum, { tokenCount }) => sum + tokenCount, 0);
  const used = outcomes.reduce((sum, { totalTokens }) => sum + totalTokens, 0);
  return {
    tokens: String(budget),
    'names a pack': perPack(once.length),
    'there, %': sharePresent(compiled),
    'counted once': sharePresent(once),
    'no members': sharePresent(compiled.filter(({ isMember }) => !isMember)),
    members: sharePresent(compiled.filter(({ isMember }) => isMember)),
    'by the graph': sharePresent(outcomes.flatMap((outcome) => outcome.indexed)),
    bodies: perPack(bodies.length),
    'of tokens': perPack(bodyTokens),
    'tokens used': perPack(used),
    ms: perPack(outcomes.reduce((sum, { ms }) => sum + ms, 0)),
  };
}

function sharePresent(names: readonly CountedName[]): string {
  const there = names.filter(({ isThere }) => isThere).length;
  return ((100 * there) / Math.max(1, names.length)).toFixed(1);
}
