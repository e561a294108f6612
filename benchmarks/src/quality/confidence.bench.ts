import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ISemanticSearchService } from '@lexichord/abstractions';

import type { BenchmarkResult, Print, RunSettings } from '../benchmark.js';
import { type TableRow, printTable } from '../speed/interleaved-timing.js';
import { type Observation, chanceOf, fitLogistic } from './logistic-fit.js';
import { answers, mean } from './retrieval-measures.js';
import { type Question, type RepositoryQuestions, missingQuestions } from './retrieval-questions.js';
import { withIndexedRuntime } from './with-indexed-runtime.js';

/** Questions of so many other repositories are put to each one. */
const foreignRepositories = 3;

/** So many of each of them. */
const maxForeignQuestions = 12;

/** The share that questions without an answer are counted as, whatever their number. */
const foreignShare = 0.2;

/** Groups of predictions in the table, from the lowest to the highest. */
const groups = 5;

/** One query and what came of it. */
interface Asked extends Observation {
  readonly repository: string;
  /** What the product says, 0 to 1. */
  readonly confidence: number;
}

/** A prediction beside what happened. */
interface Predicted extends Asked {
  readonly chance: number;
}

/**
 * Whether the confidence of a search is what happens: questions are put to their own repository and to others, which
 * have no answer. Beside the product's confidence, a fit on all other repositories predicts each one.
 */
export async function benchmarkConfidence({ inputs, print }: RunSettings): Promise<BenchmarkResult> {
  const { repositories: own, missing } = await inputs.codeQuestions();
  const repositories = [...((await inputs.questions()) ?? []), ...own];
  if (repositories.length < 2) return { skipped: missingQuestions };
  const caches = await mkdtemp(join(tmpdir(), 'lexichord-confidence-'));
  try {
    const asked: Asked[] = [];
    for (const [index, repository] of repositories.entries()) {
      asked.push(...(await askAll(repository, foreignTo(repositories, index), caches)));
    }
    const weighted = withForeignShare(asked);
    printPredictions(
      'the product',
      weighted.map((one) => ({ ...one, chance: one.confidence })),
      print,
    );
    printPredictions('a fit on all other repositories', crossValidated(weighted), print);
    const { evenScore, steepness } = fitLogistic(weighted);
    print(`A fit on all: one half at a best score of ${evenScore.toFixed(3)}, steepness ${steepness.toFixed(2)}`);
    return { missing };
  } finally {
    await rm(caches, { recursive: true, force: true });
  }
}

/** Questions that are not about the repository, and have no answer in it. */
function foreignTo(repositories: readonly RepositoryQuestions[], index: number): readonly Question[] {
  const step = Math.max(1, Math.floor(repositories.length / (foreignRepositories + 1)));
  return Array.from(
    { length: foreignRepositories },
    (_unused, place) => (index + (place + 1) * step) % repositories.length,
  )
    .filter((other) => other !== index)
    .flatMap((other) => (repositories[other]?.questions ?? []).slice(0, maxForeignQuestions))
    .map((question) => ({ ...question, targets: [] }));
}

async function askAll(
  { name, folder, questions }: RepositoryQuestions,
  foreign: readonly Question[],
  cacheFolder: string,
): Promise<readonly Asked[]> {
  return withIndexedRuntime({ folder, cacheFolder }, async (runtime) => {
    const search = runtime.resolve(ISemanticSearchService);
    const asked: Asked[] = [];
    for (const { query, targets } of [...questions, ...foreign]) {
      const { hits, confidence = 0 } = await search.search(query);
      const score = hits[0]?.score ?? 0;
      const happened = hits.some((hit) => targets.some((target) => answers(hit, target)));
      asked.push({ repository: name, confidence, score, happened, weight: targets.length === 0 ? 0 : 1 });
    }
    return asked;
  });
}

/** Questions without an answer together weigh their share; they come with weight 0. */
function withForeignShare(asked: readonly Asked[]): readonly Asked[] {
  const foreign = asked.filter(({ weight }) => weight === 0).length;
  const weight = ((asked.length - foreign) * foreignShare) / (1 - foreignShare) / Math.max(1, foreign);
  return asked.map((one) => (one.weight === 0 ? { ...one, weight } : one));
}

function crossValidated(asked: readonly Asked[]): readonly Predicted[] {
  return [...new Set(asked.map(({ repository }) => repository))].flatMap((repository) => {
    const fit = fitLogistic(asked.filter((one) => one.repository !== repository));
    const members = asked.filter((one) => one.repository === repository);
    return members.map((one) => ({ ...one, chance: chanceOf(one.score, fit) }));
  });
}

function printPredictions(by: string, predicted: readonly Predicted[], print: Print): void {
  const rows: TableRow[] = [];
  let difference = 0;
  const all = weightOf(predicted);
  for (let group = 0; group < groups; group += 1) {
    const members = predicted.filter(({ chance }) => Math.min(groups - 1, Math.floor(chance * groups)) === group);
    if (members.length === 0) continue;
    const said = weightedMean(members, ({ chance }) => chance);
    const happened = weightedMean(members, (one) => (one.happened ? 1 : 0));
    difference += (Math.abs(said - happened) * weightOf(members)) / all;
    rows.push({
      confidence: `${group / groups}–${(group + 1) / groups}`,
      queries: String(members.length),
      predicted: said.toFixed(2),
      answered: happened.toFixed(2),
    });
  }
  printTable(print, `Confidence as predicted by ${by}`, rows);
  const squared = weightedMean(predicted, ({ chance, happened }) => (chance - (happened ? 1 : 0)) ** 2);
  print(
    `mean squared error ${squared.toFixed(3)}, mean difference of a group ${difference.toFixed(3)}, ` +
      `an answered query above an unanswered one ${shareInOrder(predicted).toFixed(3)}`,
  );
}

function weightOf(members: readonly Predicted[]): number {
  return members.reduce((sum, { weight }) => sum + weight, 0);
}

function weightedMean(members: readonly Predicted[], valueOf: (one: Predicted) => number): number {
  return members.reduce((sum, one) => sum + one.weight * valueOf(one), 0) / Math.max(weightOf(members), 1e-9);
}

/** How often an answered query has a higher chance than an unanswered one, 0 to 1. */
function shareInOrder(predicted: readonly Predicted[]): number {
  const unanswered = predicted.filter(({ happened }) => !happened);
  const weights = weightOf(unanswered);
  return mean(
    predicted
      .filter(({ happened }) => happened)
      .map(({ chance }) => weightOf(unanswered.filter((other) => other.chance < chance)) / Math.max(weights, 1e-9)),
  );
}
