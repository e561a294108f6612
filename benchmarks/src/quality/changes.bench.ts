import { join } from 'node:path';

import {
  IContextPacker,
  IIndexService,
  ISourceFinder,
  ITokenCounter,
  type PackedContext,
  packingBudgetOf,
} from '@lexichord/abstractions';
import { groupBy } from '@lexichord/platform/internal';
import { createRuntime, developmentLicense } from '@lexichord/runtime';

import type { BenchmarkResult, RunSettings } from '../benchmark.js';
import { readTexts } from '../peers/repository-texts.js';
import { splitAtLines } from '../peers/split-texts.js';
import { type TableRow, printTable } from '../speed/interleaved-timing.js';
import { type ChangeCase, missingChanges, readChangeCases } from './change-cases.js';
import { ChangeTrees } from './change-trees.js';
import { describeDifference, pairedDifference, percent } from './paired-difference.js';
import { PlainPacks, codeTexts } from './plain-packs.js';
import { type Place, answers, hasLines, mean, shareAnswered } from './retrieval-measures.js';
import type { Target } from './retrieval-questions.js';

const budgets = [4_000, 8_000] as const;

/** Of which it is measured how much is used, in tokens. */
const largeBudget = 30_000;

/** What the packs of one change have, at one budget. Shares are 0 to 1. */
interface ChangeOutcome {
  readonly change: ChangeCase;
  readonly budget: number;
  readonly packed: Shares;
  /** The same with the lines of the outline: of these a reader knows that they are there. */
  readonly outlined: Shares;
  readonly plain: Shares;
  /** Tokens of the pack, of those that it might have. */
  readonly use: number;
  /** Why a changed place is not in the pack, with its share of all places of the change. */
  readonly misses: readonly { readonly cause: string; readonly share: number }[];
}

interface Shares {
  /** Changed files of which some lines are there. */
  readonly files: number;
  /** Changed places of which some lines are there. */
  readonly places: number;
}

/**
 * How many of the places that real changes touch are in what is packed for the subject of the commit, in the repository
 * as it was before, with the commits until then; beside BM25 over chunks of fifty lines of code. No pack may be over its budget.
 */
export async function benchmarkChanges({ inputs, print }: RunSettings): Promise<BenchmarkResult> {
  const changes = await inputs.changes();
  if (changes === undefined) return { skipped: missingChanges };
  const outcomes: ChangeOutcome[] = [];
  for (const cases of await readChangeCases(changes)) {
    for (const outcome of await packRepository(cases, changes.work)) outcomes.push(outcome);
  }
  printOutcomes(outcomes, print);
  return { errors: errorsOf(outcomes) };
}

/** Packs for each change of one repository. */
async function packRepository(cases: readonly ChangeCase[], work: string): Promise<readonly ChangeOutcome[]> {
  const repository = cases[0]?.repository;
  if (repository === undefined) return [];
  const trees = await ChangeTrees.open(work, repository);
  const outcomes: ChangeOutcome[] = [];
  for (const change of cases) {
    await trees.write(change);
    for (const outcome of await packChange(change, trees.folder, join(work, 'caches', repository))) {
      outcomes.push(outcome);
    }
  }
  return outcomes;
}

/** The index is kept in `cacheFolder` from change to change: most files stay the same. */
async function packChange(change: ChangeCase, folder: string, cacheFolder: string): Promise<readonly ChangeOutcome[]> {
  const runtime = await createRuntime({
    workspaceRoot: folder,
    cacheFolder,
    license: developmentLicense,
    configuration: { logging: { level: 'silent' } },
  });
  try {
    await runtime.resolve(IIndexService).update();
    const counter = runtime.resolve(ITokenCounter);
    const pieces = splitAtLines(codeTexts(await readTexts(runtime, folder)));
    const plain = new PlainPacks(pieces, (text) => counter.countTokens(text));
    const [finder, packer] = [runtime.resolve(ISourceFinder), runtime.resolve(IContextPacker)];
    const outcomes: ChangeOutcome[] = [];
    for (const budget of [...budgets, largeBudget]) {
      const { task } = change;
      const packed = await packer.pack(await finder.find({ task }), packingBudgetOf(budget), { task });
      outcomes.push({
        change,
        budget,
        packed: sharesOf(packed.includedChunks.filter(hasLines), change.places),
        outlined: sharesOf(packed.includedChunks, change.places),
        plain: sharesOf(plain.pack(task, budget), change.places),
        use: packed.totalTokens / budget,
        misses: missesOf(packed, change.places),
      });
    }
    return outcomes;
  } finally {
    await runtime.dispose();
  }
}

function sharesOf(shown: readonly Place[], places: readonly Target[]): Shares {
  const files = [...new Set(places.map(({ path }) => path))];
  const whole = files.map((path) => ({ path, startLine: undefined, endLine: undefined }));
  return { files: shareAnswered(shown, whole), places: shareAnswered(shown, places) };
}

function missesOf(
  { includedChunks, excludedChunks }: PackedContext,
  places: readonly Target[],
): ChangeOutcome['misses'] {
  return places
    .filter((place) => !includedChunks.some((chunk) => hasLines(chunk) && answers(chunk, place)))
    .map((place) => {
      const excluded = excludedChunks.find((chunk) => answers(chunk, place));
      const isFileShown = includedChunks.some(({ filePath }) => filePath === place.path);
      const isOutlined = includedChunks.some((chunk) => answers(chunk, place));
      const found = isFileShown ? 'other lines of the file were found' : 'file not found';
      const cause = isOutlined ? 'in the outline' : (excluded?.reason ?? found);
      return { cause, share: 1 / places.length };
    });
}

function printOutcomes(outcomes: readonly ChangeOutcome[], print: (line: string) => void): void {
  for (const budget of budgets) {
    const all = outcomes.filter((outcome) => outcome.budget === budget);
    const languages = groupBy(all, ({ change }) => change.language);
    const rows = [rowOf('all', all), ...[...languages].map(([language, some]) => rowOf(language, some))];
    printTable(print, `Places of ${all.length} changes in packs of ${budget} tokens, %`, rows);
    const misses = groupBy(
      all.flatMap((outcome) => outcome.misses),
      ({ cause }) => cause,
    );
    const shares = [...misses].map(([cause, some]) => ({
      cause,
      'of all places': percent(some.reduce((sum, { share }) => sum + share, 0) / all.length),
    }));
    printTable(print, `Why places are missing at ${budget} tokens, %`, shares);
  }
  printUse(outcomes, print);
}

/** Where less is used, the rest of the repository says too little about the task. */
function printUse(outcomes: readonly ChangeOutcome[], print: (line: string) => void): void {
  const uses = outcomes
    .filter(({ budget }) => budget === largeBudget)
    .map(({ use }) => use)
    .sort((one, other) => one - other);
  const row = {
    mean: percent(mean(uses)),
    median: percent(uses[Math.floor(uses.length / 2)] ?? 0),
    'lowest tenth': percent(uses[Math.floor(uses.length / 10)] ?? 0),
    'at least 90 %': percent(uses.filter((use) => use >= 0.9).length / uses.length),
  };
  printTable(print, `How much of ${largeBudget} tokens ${uses.length} packs use, %`, [row]);
}

function rowOf(name: string, outcomes: readonly ChangeOutcome[]): TableRow {
  const meanOf = (value: (outcome: ChangeOutcome) => number): string => percent(mean(outcomes.map(value)));
  const ahead = pairedDifference(outcomes.map(({ packed, plain }) => packed.places - plain.places));
  return {
    changes: name,
    count: String(outcomes.length),
    files: meanOf(({ packed }) => packed.files),
    places: meanOf(({ packed }) => packed.places),
    'files with outline': meanOf(({ outlined }) => outlined.files),
    'places with outline': meanOf(({ outlined }) => outlined.places),
    'BM25 files': meanOf(({ plain }) => plain.files),
    'BM25 places': meanOf(({ plain }) => plain.places),
    'places ahead': describeDifference(ahead),
    used: meanOf(({ use }) => use),
  };
}

function errorsOf(outcomes: readonly ChangeOutcome[]): readonly string[] {
  const over = outcomes.filter(({ use }) => use > 1);
  return [
    ...over.map(({ change, budget }) => `over budget: the pack of ${budget} tokens for ${change.id}`),
    ...(outcomes.some(({ packed }) => packed.places > 0) ? [] : ['no changed place in any pack']),
  ];
}
