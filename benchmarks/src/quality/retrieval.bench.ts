import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ISemanticSearchService, ITokenCounter, type SearchHit } from '@lexichord/abstractions';
import { type SearchOptionsInput, searchOptionsSchema } from '@lexichord/search';

import type { BenchmarkResult, RunSettings } from '../benchmark.js';
import { readRepository } from '../peers/repository-texts.js';
import { indexWithBm25 } from '../peers/search-peers.js';
import { splitAtLines } from '../peers/split-texts.js';
import { type TableRow, printTable } from '../speed/interleaved-timing.js';
import { describeDifference, pairedDifference } from './paired-difference.js';
import { type Place, type PlacedText, mean, ndcg, recallBudgets, recallWithin } from './retrieval-measures.js';
import { type Question, type RepositoryQuestions, missingQuestions } from './retrieval-questions.js';
import { withIndexedRuntime } from './with-indexed-runtime.js';

/** What the ranking may use in one row of the table. */
type Ranking = NonNullable<SearchOptionsInput['ranking']>;

const noSignals: Ranking = {
  definition: 0,
  fileName: 0,
  folder: 0,
  coherence: 0,
  place: 0,
  history: 0,
  related: 0,
  penalties: 0,
  repeatedFile: 1,
};

const { packRanking } = searchOptionsSchema.parse({});

/** The row that the others are compared with. */
const complete = 'with all signals';

/** The row of BM25 over pieces of fifty lines. */
const baseline = 'BM25, fifty lines';

/** Rows of the table: each way to search, and the whole without one of its signals. */
const variants: readonly (readonly [name: string, ranking: Ranking])[] = [
  ['words alone', { ...noSignals, fusionWeight: 0 }],
  ['meaning alone', { ...noSignals, fusionWeight: 1 }],
  ['words and meaning', noSignals],
  [complete, {}],
  ['without definitions', { definition: 0 }],
  ['without file names', { fileName: 0 }],
  ['without folders', { folder: 0 }],
  ['without coherence', { coherence: 0 }],
  ['without place', { place: 0 }],
  ['without penalties', { penalties: 0 }],
  ['without repeated files', { repeatedFile: 1 }],
  ['without meaning', { fusionWeight: 0 }],
  // Signals of packs alone.
  ['with earlier commits', { history: packRanking.history }],
  ['with references', { related: packRanking.related }],
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
    const found = new Map<string, readonly Scores[]>([[baseline, await scoreBaseline(repositories, caches)]]);
    for (const [name, ranking] of variants) found.set(name, await scoreAll(repositories, ranking, caches));
    const whole = found.get(complete) ?? [];
    const rows = [...found].map(([name, scores]) => rowOf(name, scores, whole));
    const without = [...found].filter(([, scores]) => ndcgsOf(scores).every((score) => score === 0));
    const errors = without.map(([name]) => `no answer found: ${name}`);
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
    scores.push(scoresOf(repository.name, { answered, countTokens }));
  }
  return scores;
}

/** How well BM25 over pieces of fifty lines answers. */
async function scoreBaseline(repositories: readonly RepositoryQuestions[], caches: string): Promise<readonly Scores[]> {
  const scores: Scores[] = [];
  for (const { name, folder, questions } of repositories) {
    const { texts, countTokens } = await readRepository(folder, caches);
    const ask = indexWithBm25(splitAtLines(texts));
    const answered: PlacedAnswer[] = [];
    for (const question of questions) {
      const pieces = await ask(question.query);
      answered.push({ question, hits: pieces, texts: pieces });
    }
    scores.push(scoresOf(name, { answered, countTokens }));
  }
  return scores;
}

function scoresOf(name: string, { answered, countTokens }: Answers<PlacedAnswer>): Scores {
  return {
    name,
    ndcgs: answered.map(({ question, hits }) => ndcg(hits, question.targets)),
    recalls: recallBudgets.map((budget) =>
      answered.map(({ question: { targets }, texts }) => recallWithin(texts, { targets, budget, countTokens })),
    ),
  };
}

function ndcgsOf(scores: readonly Scores[]): readonly number[] {
  return scores.flatMap(({ ndcgs }) => ndcgs);
}

/** @param whole scores with all signals, with which the others are compared question by question */
function rowOf(search: string, scores: readonly Scores[], whole: readonly Scores[]): TableRow {
  const shown = (values: readonly number[]): string => mean(values).toFixed(3);
  const wholeNdcgs = ndcgsOf(whole);
  const differences = ndcgsOf(scores).map((score, index) => score - (wholeNdcgs[index] ?? 0));
  return {
    search,
    all: shown(ndcgsOf(scores)),
    'difference, in hundredths': search === complete ? '' : describeDifference(pairedDifference(differences)),
    ...Object.fromEntries(
      recallBudgets.map((budget, index) => [
        `R@${budget}`,
        shown(scores.flatMap(({ recalls }) => recalls[index] ?? [])),
      ]),
    ),
    ...Object.fromEntries(scores.map(({ name, ndcgs }) => [name, shown(ndcgs)])),
  };
}

/** What was found for a question. */
interface PlacedAnswer {
  readonly question: Question;
  /** Best first. */
  readonly hits: readonly Place[];
  /** More hits, with their texts. */
  readonly texts: readonly PlacedText[];
}

/** What our search found, with the parts of its scores. */
interface SearchAnswer extends PlacedAnswer {
  readonly hits: readonly SearchHit[];
}

interface Answers<T extends PlacedAnswer> {
  readonly answered: readonly T[];
  readonly countTokens: (text: string) => number;
}

/** Enough for the largest budget. */
const maxTexts = 50;

async function askAll(
  { folder, questions }: RepositoryQuestions,
  ranking: Ranking,
  cacheFolder: string,
): Promise<Answers<SearchAnswer>> {
  return withIndexedRuntime({ folder, cacheFolder, search: { ranking } }, async (runtime) => {
    const search = runtime.resolve(ISemanticSearchService);
    const counter = runtime.resolve(ITokenCounter);
    const answered: SearchAnswer[] = [];
    for (const question of questions) {
      const { hits: more } = await search.search(question.query, { topK: maxTexts });
      const texts = more.map(({ content: text, ...place }) => ({ ...place, text }));
      answered.push({ question, hits: (await search.search(question.query)).hits, texts });
    }
    return { answered, countTokens: (text) => counter.countTokens(text) };
  });
}

async function printMisses(
  repositories: readonly RepositoryQuestions[],
  caches: string,
  print: (line: string) => void,
): Promise<void> {
  for (const repository of repositories) {
    for (const { question, hits } of (await askAll(repository, {}, caches)).answered) {
      const score = ndcg(hits, question.targets);
      if (score >= missBelow) continue;
      print(`\n${score.toFixed(2)} ${repository.name}: ${question.query}`);
      print(`  wanted ${question.targets.map(({ path, startLine = '' }) => `${path}:${startLine}`).join(' ')}`);
      for (const { filePath, startLine, parts = [] } of hits.slice(0, 3)) {
        print(
          `  ${filePath}:${startLine} ${parts.map(({ signal, score: part }) => `${signal} ${part.toFixed(2)}`).join(' ')}`,
        );
      }
    }
  }
}
