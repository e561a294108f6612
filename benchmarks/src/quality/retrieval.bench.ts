import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { IIndexService, ISemanticSearchService, type SearchResult } from '@lexichord/abstractions';
import { createRuntime } from '@lexichord/runtime';
import { SearchOptions, type SearchOptionsInput, searchOptionsSchema } from '@lexichord/search';

import { mean, ndcg } from './retrieval-measures.js';
import { type Question, type RepositoryQuestions, readQuestions } from './retrieval-questions.js';

/** What the ranking may use in one row of the table. */
type Ranking = NonNullable<SearchOptionsInput['ranking']>;

const noSignals: Ranking = {
  definition: 0,
  fileName: 0,
  folder: 0,
  coherence: 0,
  place: 0,
  penalties: 0,
  repeatedFile: 1,
};

/** Rows of the table: each way to search, and the whole without one of its signals. */
const variants: readonly (readonly [name: string, ranking: Ranking])[] = [
  ['words alone', { ...noSignals, fusionWeight: 0 }],
  ['meaning alone', { ...noSignals, fusionWeight: 1 }],
  ['words and meaning', noSignals],
  ['with all signals', {}],
  ['without definition', { definition: 0 }],
  ['without file name', { fileName: 0 }],
  ['without folder', { folder: 0 }],
  ['without coherence', { coherence: 0 }],
  ['without penalties', { penalties: 0 }],
  ['without repeated-file', { repeatedFile: 1 }],
  ['without meaning', { fusionWeight: 0 }],
];

/** Misses are shown below this NDCG. */
const missBelow = 0.5;

/**
 * How well the search finds the places that answer labelled questions about real repositories.
 *
 * `LEXICHORD_QUESTIONS` names the folder with the questions, `LEXICHORD_CHECKOUTS` the one with the repositories;
 * `LEXICHORD_MISSES=1` lists what was not found.
 */
export async function benchmarkRetrieval(print: (line: string) => void): Promise<readonly string[]> {
  const { LEXICHORD_QUESTIONS: questions, LEXICHORD_CHECKOUTS: checkouts, LEXICHORD_MISSES: misses } = process.env;
  if (questions === undefined || checkouts === undefined) {
    print('\nRetrieval: skipped. Set LEXICHORD_QUESTIONS and LEXICHORD_CHECKOUTS.');
    return [];
  }
  const repositories = await readQuestions(questions, checkouts);
  const caches = await mkdtemp(join(tmpdir(), 'lexichord-retrieval-'));
  try {
    print(`\nRetrieval, NDCG@10 of ${repositories.reduce((sum, one) => sum + one.questions.length, 0)} questions`);
    print(
      `  ${''.padEnd(24)}${'all'.padStart(7)}${repositories.map(({ name }) => name.slice(0, 9).padStart(10)).join('')}`,
    );
    for (const [name, ranking] of variants) {
      const scores = await scoreAll(repositories, ranking, caches);
      print(
        `  ${name.padEnd(24)}${mean(scores.flat()).toFixed(3).padStart(7)}${scores.map((one) => mean(one).toFixed(3).padStart(10)).join('')}`,
      );
    }
    if (misses !== undefined) await printMisses(repositories, caches, print);
    return [];
  } finally {
    await rm(caches, { recursive: true, force: true });
  }
}

async function scoreAll(
  repositories: readonly RepositoryQuestions[],
  ranking: Ranking,
  caches: string,
): Promise<readonly (readonly number[])[]> {
  const scores: number[][] = [];
  for (const repository of repositories) {
    const results = await askAll(repository, ranking, caches);
    scores.push(results.map(({ question, result }) => ndcg(result.hits, question.targets)));
  }
  return scores;
}

interface Answer {
  readonly question: Question;
  readonly result: SearchResult;
}

async function askAll(
  { folder, questions }: RepositoryQuestions,
  ranking: Ranking,
  cacheFolder: string,
): Promise<readonly Answer[]> {
  const runtime = await createRuntime({
    workspaceRoot: folder,
    cacheFolder,
    configuration: { logging: { level: 'silent' } },
    register: (container) => {
      container.register(SearchOptions, { useValue: searchOptionsSchema.parse({ ranking }) });
    },
  });
  try {
    await runtime.resolve(IIndexService).update();
    const search = runtime.resolve(ISemanticSearchService);
    const answers: Answer[] = [];
    for (const question of questions) answers.push({ question, result: await search.search(question.query) });
    return answers;
  } finally {
    await runtime.dispose();
  }
}

async function printMisses(
  repositories: readonly RepositoryQuestions[],
  caches: string,
  print: (line: string) => void,
): Promise<void> {
  for (const repository of repositories) {
    for (const { question, result } of await askAll(repository, {}, caches)) {
      const score = ndcg(result.hits, question.targets);
      if (score >= missBelow) continue;
      print(`\n${score.toFixed(2)} ${repository.name}: ${question.query}`);
      print(`  wanted ${question.targets.map(({ path, startLine = '' }) => `${path}:${startLine}`).join(' ')}`);
      for (const { filePath, startLine, parts = [] } of result.hits.slice(0, 3)) {
        print(
          `  ${filePath}:${startLine} ${parts.map(({ signal, score: part }) => `${signal} ${part.toFixed(2)}`).join(' ')}`,
        );
      }
    }
  }
}
