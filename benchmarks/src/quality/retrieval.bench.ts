import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { IIndexService, ISemanticSearchService, ITokenCounter, type SearchResult } from '@lexichord/abstractions';
import { createRuntime } from '@lexichord/runtime';
import { SearchOptions, type SearchOptionsInput, searchOptionsSchema } from '@lexichord/search';

import type { BenchmarkResult, RunSettings } from '../benchmark.js';
import { type TableRow, printTable } from '../speed/interleaved-timing.js';
import { type PlacedText, mean, ndcg, recallBudgets, recallWithin } from './retrieval-measures.js';
import { type Question, type RepositoryQuestions, missingQuestions } from './retrieval-questions.js';

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
 * How well the search finds the places that answer labelled questions about real repositories, and how many of them are
 * in the best hits that fit into some tokens.
 */
export async function benchmarkRetrieval({ inputs, print }: RunSettings): Promise<BenchmarkResult> {
  const repositories = await inputs.questions();
  if (repositories === undefined) return { skipped: missingQuestions };
  const caches = await mkdtemp(join(tmpdir(), 'lexichord-retrieval-'));
  try {
    const rows: TableRow[] = [];
    const errors: string[] = [];
    for (const [name, ranking] of variants) {
      const scores = await scoreAll(repositories, ranking, caches);
      rows.push(rowOf(name, scores));
      if (scores.every(({ ndcgs }) => ndcgs.every((score) => score === 0))) errors.push(`no answer found: ${name}`);
    }
    const asked = repositories.reduce((sum, one) => sum + one.questions.length, 0);
    printTable(print, `Retrieval, ${asked} questions: NDCG@10, recall within tokens, NDCG@10 by repository`, rows);
    if (inputs.listsMisses) await printMisses(repositories, caches, print);
    return { errors };
  } finally {
    await rm(caches, { recursive: true, force: true });
  }
}

/** What a way to search came to in one repository, by question. */
interface Scores {
  readonly name: string;
  readonly ndcgs: readonly number[];
  /** By budget. */
  readonly recalls: readonly (readonly number[])[];
}

async function scoreAll(
  repositories: readonly RepositoryQuestions[],
  ranking: Ranking,
  caches: string,
): Promise<readonly Scores[]> {
  const scores: Scores[] = [];
  for (const repository of repositories) {
    const { answered, countTokens } = await askAll(repository, ranking, caches);
    scores.push({
      name: repository.name,
      ndcgs: answered.map(({ question, result }) => ndcg(result.hits, question.targets)),
      recalls: recallBudgets.map((budget) =>
        answered.map(({ question: { targets }, texts }) => recallWithin(texts, { targets, budget, countTokens })),
      ),
    });
  }
  return scores;
}

function rowOf(search: string, scores: readonly Scores[]): TableRow {
  const shown = (values: readonly number[]): string => mean(values).toFixed(3);
  return {
    search,
    all: shown(scores.flatMap(({ ndcgs }) => ndcgs)),
    ...Object.fromEntries(
      recallBudgets.map((budget, index) => [
        `R@${budget}`,
        shown(scores.flatMap(({ recalls }) => recalls[index] ?? [])),
      ]),
    ),
    ...Object.fromEntries(scores.map(({ name, ndcgs }) => [name, shown(ndcgs)])),
  };
}

interface Answer {
  readonly question: Question;
  readonly result: SearchResult;
  /** More hits, with their texts. */
  readonly texts: readonly PlacedText[];
}

interface Answers {
  readonly answered: readonly Answer[];
  readonly countTokens: (text: string) => number;
}

/** Enough for the largest budget. */
const maxTexts = 50;

async function askAll(
  { folder, questions }: RepositoryQuestions,
  ranking: Ranking,
  cacheFolder: string,
): Promise<Answers> {
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
    const counter = runtime.resolve(ITokenCounter);
    const answered: Answer[] = [];
    for (const question of questions) {
      const { hits } = await search.search(question.query, { topK: maxTexts });
      const texts = hits.map(({ content: text, ...place }) => ({ ...place, text }));
      answered.push({ question, result: await search.search(question.query), texts });
    }
    return { answered, countTokens: (text) => counter.countTokens(text) };
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
    for (const { question, result } of (await askAll(repository, {}, caches)).answered) {
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
