import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import {
  IContextPacker,
  IIndexService,
  ISourceFinder,
  type PackedContext,
  packingBudgetOf,
} from '@lexichord/abstractions';
import { createRuntime, developmentLicense } from '@lexichord/runtime';

import type { BenchmarkResult, RunSettings } from '../benchmark.js';
import { type TableRow, printTable } from '../speed/interleaved-timing.js';
import { hasLines, mean, recallBudgets, shareAnswered } from './retrieval-measures.js';
import { type RepositoryQuestions, type Target, missingQuestions } from './retrieval-questions.js';

/** What the packs of one budget have of the places that answer the questions. */
export interface Recall {
  /** Of each question, 0 to 1. */
  readonly recalls: readonly number[];
  /** Tokens of each pack, of those that it might have. */
  readonly uses: readonly number[];
}

/**
 * How many of the places that answer a question are in what is packed for it within some tokens: a place counts when
 * a packed chunk is of its file and overlaps its lines. No pack may be over its budget.
 */
export async function benchmarkPackingRecall({ inputs, print }: RunSettings): Promise<BenchmarkResult> {
  const repositories = await inputs.questions();
  if (repositories === undefined) return { skipped: missingQuestions };
  const caches = await mkdtemp(join(tmpdir(), 'lexichord-recall-'));
  try {
    const found: (readonly Recall[])[] = [];
    for (const repository of repositories) found.push(await packQuestions(repository, caches));
    return { errors: printRecalls(repositories, found, print) };
  } finally {
    await rm(caches, { recursive: true, force: true });
  }
}

/** What packs for the questions have of what was asked for, by {@link recallBudgets}. */
export async function packQuestions(
  { folder, questions }: RepositoryQuestions,
  cacheFolder: string,
): Promise<readonly Recall[]> {
  const runtime = await createRuntime({
    workspaceRoot: folder,
    cacheFolder,
    license: developmentLicense,
    configuration: { logging: { level: 'silent' } },
  });
  const found = recallBudgets.map(() => ({ recalls: [] as number[], uses: [] as number[] }));
  try {
    await runtime.resolve(IIndexService).update();
    const [finder, packer] = [runtime.resolve(ISourceFinder), runtime.resolve(IContextPacker)];
    for (const { query: task, targets } of questions) {
      for (const [index, tokens] of recallBudgets.entries()) {
        const packed = await packer.pack(await finder.find({ task }), packingBudgetOf(tokens), { task });
        found[index]?.recalls.push(recallOf(packed, targets));
        found[index]?.uses.push(packed.totalTokens / tokens);
      }
    }
    return found;
  } finally {
    await runtime.dispose();
  }
}

function recallOf({ includedChunks, content }: PackedContext, targets: readonly Target[]): number {
  const shown = includedChunks.filter((chunk) => hasLines(chunk) && content.includes(basename(chunk.filePath)));
  return shareAnswered(shown, targets);
}

/** Prints the recalls, and returns what is wrong with the packs. */
function printRecalls(
  repositories: readonly RepositoryQuestions[],
  found: readonly (readonly Recall[])[],
  print: (line: string) => void,
): readonly string[] {
  const asked = repositories.reduce((sum, { questions }) => sum + questions.length, 0);
  const rows: TableRow[] = [];
  const errors: string[] = [];
  for (const [index, tokens] of recallBudgets.entries()) {
    const results = found.map((recalls) => recalls[index] ?? { recalls: [], uses: [] });
    const uses = results.flatMap((result) => result.uses);
    const shown = (recalls: readonly number[]): string => mean(recalls).toFixed(3);
    rows.push({
      tokens: String(tokens),
      all: shown(results.flatMap(({ recalls }) => recalls)),
      used: `${(mean(uses) * 100).toFixed(1)} %`,
      ...Object.fromEntries(results.map(({ recalls }, at) => [repositories[at]?.name ?? '', shown(recalls)])),
    });
    if (uses.some((use) => use > 1)) errors.push(`over budget: a pack of ${tokens} tokens`);
    if (results.every(({ recalls }) => recalls.every((recall) => recall === 0))) {
      errors.push(`no answer in any pack of ${tokens} tokens`);
    }
  }
  printTable(print, `Recall of packs, mean of ${asked} questions`, rows);
  return errors;
}
