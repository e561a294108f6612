import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { IContextPacker, ISourceFinder, packingBudgetOf } from '@lexichord/abstractions';
import type { SearchOptionsInput } from '@lexichord/search';

import type { BenchmarkInputs } from '../inputs/benchmark-inputs.js';
import type { BenchmarkResult, RunSettings } from '../benchmark.js';
import { type TableRow, printTable } from '../speed/interleaved-timing.js';
import { missingChanges, readChangeCases } from './change-cases.js';
import { ChangeTrees } from './change-trees.js';
import { describeDifference, pairedDifference, percent } from './paired-difference.js';
import { hasLines, mean, shareAnswered } from './retrieval-measures.js';
import { type Target, missingQuestions } from './retrieval-questions.js';
import { withIndexedRuntime } from './with-indexed-runtime.js';

/** Weights of a search for a pack that differ from the usual ones. */
type Weights = NonNullable<SearchOptionsInput['packRanking']>;

const budgets = [2_000, 4_000, 8_000] as const;

/** The row that the others are compared with. */
const complete = 'all signals';

const wordsAlone: Weights = {
  ...{ definition: 0, fileName: 0, folder: 0, coherence: 0, place: 0, history: 0, related: 0, penalties: 0 },
  fusionWeight: 0,
};

/** Rows of a table: the whole, without one of its signals each, and words alone. */
const variants: readonly (readonly [name: string, weights: Weights])[] = [
  [complete, {}],
  ['without meaning', { fusionWeight: 0 }],
  ['without definitions', { definition: 0 }],
  ['without file names', { fileName: 0 }],
  ['without folders', { folder: 0 }],
  ['without coherence', { coherence: 0 }],
  ['without named places', { place: 0 }],
  ['without earlier commits', { history: 0 }],
  ['without references', { related: 0 }],
  ['without penalties', { penalties: 0 }],
  ['words alone', wordsAlone],
];

/** A task and the places that a pack for it should have. */
interface Task {
  readonly task: string;
  readonly targets: readonly Target[];
}

/** Shares of the places of one task that the packs have, 0 to 1, by variant, in the order of {@link budgets}. */
type TaskOutcome = Readonly<Record<string, readonly number[]>>;

/**
 * What each signal of the ranking brings to packs, for real changes and for questions: the places that packs have
 * without it, beside those that they have with all.
 */
export async function benchmarkSignals({ inputs, print }: RunSettings): Promise<BenchmarkResult> {
  const sets = { changes: await packChanges(inputs), questions: await packQuestions(inputs) };
  for (const [set, outcomes] of Object.entries(sets)) {
    if (outcomes !== undefined) printOutcomes(set, outcomes, print);
  }
  const missing = [
    ...(sets.changes === undefined ? [missingChanges] : []),
    ...(sets.questions === undefined ? [missingQuestions] : []),
  ];
  if (missing.length === Object.keys(sets).length) return { skipped: missing.join('; ') };
  const found = [...(sets.changes ?? []), ...(sets.questions ?? [])];
  const hasPlaces = found.some((outcome) => outcome[complete]?.some((share) => share > 0));
  return { missing, errors: hasPlaces ? [] : ['no place in any pack'] };
}

async function packChanges(inputs: BenchmarkInputs): Promise<readonly TaskOutcome[] | undefined> {
  const changes = await inputs.changes();
  if (changes === undefined) return undefined;
  const outcomes: TaskOutcome[] = [];
  for (const cases of await readChangeCases(changes)) {
    const repository = cases[0]?.repository ?? '';
    const trees = await ChangeTrees.open(changes.work, repository);
    for (const change of cases) {
      await trees.write(change);
      const tasks = [{ task: change.task, targets: change.places }];
      outcomes.push(...(await packTasks(tasks, trees.folder, join(changes.work, 'caches', repository))));
    }
  }
  return outcomes;
}

async function packQuestions(inputs: BenchmarkInputs): Promise<readonly TaskOutcome[] | undefined> {
  const repositories = await inputs.questions();
  if (repositories === undefined) return undefined;
  const caches = await mkdtemp(join(tmpdir(), 'lexichord-signals-'));
  try {
    const outcomes: TaskOutcome[] = [];
    for (const { folder, questions } of repositories) {
      const tasks = questions.map(({ query: task, targets }) => ({ task, targets }));
      outcomes.push(...(await packTasks(tasks, folder, caches)));
    }
    return outcomes;
  } finally {
    await rm(caches, { recursive: true, force: true });
  }
}

/** Packs for each task with each variant, over one index. */
async function packTasks(tasks: readonly Task[], folder: string, cacheFolder: string): Promise<readonly TaskOutcome[]> {
  const outcomes: Record<string, readonly number[]>[] = tasks.map(() => ({}));
  for (const [variant, packRanking] of variants) {
    await withIndexedRuntime({ folder, cacheFolder, search: { packRanking } }, async (runtime) => {
      const [finder, packer] = [runtime.resolve(ISourceFinder), runtime.resolve(IContextPacker)];
      for (const [index, { task, targets }] of tasks.entries()) {
        const sources = await finder.find({ task });
        const shares: number[] = [];
        for (const budget of budgets) {
          const { includedChunks } = await packer.pack(sources, packingBudgetOf(budget), { task });
          shares.push(shareAnswered(includedChunks.filter(hasLines), targets));
        }
        (outcomes[index] ?? {})[variant] = shares;
      }
    });
  }
  return outcomes;
}

function printOutcomes(set: string, outcomes: readonly TaskOutcome[], print: (line: string) => void): void {
  const sharesOf = (variant: string, at: number): readonly number[] =>
    outcomes.map((outcome) => outcome[variant]?.[at] ?? 0);
  const rows = variants.map(([variant]): TableRow => {
    const cells = budgets.flatMap((budget, at): (readonly [column: string, cell: string])[] => {
      const all = sharesOf(complete, at);
      const differences = sharesOf(variant, at).map((share, index) => share - (all[index] ?? 0));
      const against = variant === complete ? '' : describeDifference(pairedDifference(differences));
      return [
        [`at ${budget}`, percent(mean(sharesOf(variant, at)))],
        [`difference, ${budget}`, against],
      ];
    });
    return { packs: variant, ...Object.fromEntries(cells) };
  });
  printTable(print, `Places of ${outcomes.length} ${set} in packs, %, by tokens of the pack`, rows);
}
