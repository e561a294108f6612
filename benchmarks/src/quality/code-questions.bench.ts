import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ISemanticSearchService } from '@lexichord/abstractions';

import type { BenchmarkResult, Print, RunSettings } from '../benchmark.js';
import { readRepository } from '../peers/repository-texts.js';
import { indexWithBm25 } from '../peers/search-peers.js';
import { splitAtLines } from '../peers/split-texts.js';
import { type TableRow, printTable } from '../speed/interleaved-timing.js';
import { packQuestions } from './packing-recall.bench.js';
import { type Place, mean, ndcg, recallBudgets, recallWithin, shareAnswered } from './retrieval-measures.js';
import type { Question, RepositoryQuestions } from './retrieval-questions.js';
import { withIndexedRuntime } from './with-indexed-runtime.js';

/** Hits of which recall is measured. */
const cutoff = 10;

/** Misses are shown below this NDCG. */
const missBelow = 0.5;

/** What plain BM25 over code alone reads. */
const codeFile = /\.(?:[cm]?[jt]sx?|py|svelte|vue)$/u;

/** What a way to search found for one question, each 0 to 1. */
interface Score {
  readonly ndcg: number;
  /** Of the answers, in the first hits. */
  readonly recall: number;
  /** Of the files of the answers, in the first hits. */
  readonly fileRecall: number;
  /** By {@link recallBudgets}. */
  readonly recallWithin: readonly number[];
}

/** A question and what each way to search found for it. */
interface ScoredQuestion {
  readonly repository: string;
  readonly question: Question;
  /** Best hits of our search. */
  readonly hits: readonly Place[];
  readonly scores: Readonly<Record<Way, Score>>;
}

/** Our search and our packs, and BM25 over pieces of fifty lines: of every text, and of code alone. */
const ways = ['lexichord', 'BM25', 'BM25 of code'] as const;
type Way = (typeof ways)[number];

/**
 * How well the committed questions about TypeScript repositories are answered, by kind and by repository, beside plain
 * BM25 over pieces of fifty lines.
 */
export async function benchmarkCodeQuestions({ inputs, print }: RunSettings): Promise<BenchmarkResult> {
  const { repositories, missing } = await inputs.codeQuestions();
  if (repositories.length === 0) return { skipped: `no repository is checked out: ${missing.join('; ')}` };
  const caches = await mkdtemp(join(tmpdir(), 'lexichord-code-questions-'));
  try {
    const scored: ScoredQuestion[] = [];
    for (const repository of repositories) scored.push(...(await scoreQuestions(repository, caches)));
    printScores(scored, print);
    if (inputs.listsMisses) printMisses(scored, print);
    const found = scored.some(({ scores }) => scores.lexichord.ndcg > 0);
    return { missing, errors: found ? [] : ['no answer found'] };
  } finally {
    await rm(caches, { recursive: true, force: true });
  }
}

async function scoreQuestions(repository: RepositoryQuestions, caches: string): Promise<readonly ScoredQuestion[]> {
  const { texts, countTokens } = await readRepository(repository.folder, caches);
  const pieces = splitAtLines(texts);
  const askAll = indexWithBm25(pieces);
  const askCode = indexWithBm25(pieces.filter(({ filePath }) => codeFile.test(filePath)));
  const found = await searchAll(repository, caches);
  const packed = await packQuestions(repository, caches);
  const scored: ScoredQuestion[] = [];
  for (const [index, question] of repository.questions.entries()) {
    const { query, targets } = question;
    const hits = found[index] ?? [];
    const scoreOf = async (ask: typeof askAll): Promise<Score> => {
      const best = await ask(query);
      const within = recallBudgets.map((budget) => recallWithin(best, { targets, budget, countTokens }));
      return { ...scoreHits(best, question), recallWithin: within };
    };
    scored.push({
      repository: repository.name,
      question,
      hits,
      scores: {
        lexichord: {
          ...scoreHits(hits, question),
          recallWithin: packed.map(({ recalls }) => recalls[index] ?? 0),
        },
        BM25: await scoreOf(askAll),
        'BM25 of code': await scoreOf(askCode),
      },
    });
  }
  return scored;
}

function scoreHits(hits: readonly Place[], { targets }: Question): Omit<Score, 'recallWithin'> {
  const first = hits.slice(0, cutoff);
  const files = targets.map(({ path }) => ({ path, startLine: undefined, endLine: undefined }));
  return {
    ndcg: ndcg(hits, targets),
    recall: shareAnswered(first, targets),
    fileRecall: shareAnswered(first, files),
  };
}

/** The best hits for each question, in the order of the questions. */
async function searchAll(
  { folder, questions }: RepositoryQuestions,
  cacheFolder: string,
): Promise<readonly (readonly Place[])[]> {
  return withIndexedRuntime({ folder, cacheFolder }, async (runtime) => {
    const search = runtime.resolve(ISemanticSearchService);
    const found: (readonly Place[])[] = [];
    for (const { query } of questions) found.push((await search.search(query, { topK: cutoff })).hits);
    return found;
  });
}

/** One row for each group of questions and each way to search. */
function printScores(scored: readonly ScoredQuestion[], print: Print): void {
  const groups: readonly (readonly [name: string, of: (one: ScoredQuestion) => string])[] = [
    ['all questions', () => 'all'],
    ['by repository', ({ repository }) => repository],
    ['by kind', ({ question }) => question.category],
  ];
  for (const [title, of] of groups) {
    const rows = [...new Set(scored.map(of))].flatMap((group) => {
      const members = scored.filter((one) => of(one) === group);
      return ways.map((way) => rowOf(group, way, members));
    });
    printTable(print, `Questions about code, ${title}`, rows);
  }
}

function rowOf(group: string, way: Way, members: readonly ScoredQuestion[]): TableRow {
  const shown = (valueOf: (score: Score) => number): string =>
    mean(members.map(({ scores }) => valueOf(scores[way]))).toFixed(3);
  return {
    group,
    questions: String(members.length),
    way,
    'NDCG@10': shown((score) => score.ndcg),
    [`R@${cutoff}`]: shown((score) => score.recall),
    [`files@${cutoff}`]: shown((score) => score.fileRecall),
    ...Object.fromEntries(
      recallBudgets.map((budget, index) => [`R in ${budget}`, shown((score) => score.recallWithin[index] ?? 0)]),
    ),
  };
}

function printMisses(scored: readonly ScoredQuestion[], print: Print): void {
  for (const { repository, question, hits, scores } of scored) {
    if (scores.lexichord.ndcg >= missBelow) continue;
    const compared = ways.map((way) => `${way} ${scores[way].ndcg.toFixed(2)}`).join(', ');
    print(`\n${compared}; ${repository}, ${question.category}: ${question.query.replaceAll('\n', ' ')}`);
    print(`  wanted ${question.targets.map(({ path, startLine = '' }) => `${path}:${startLine}`).join(' ')}`);
    for (const { filePath, startLine } of hits.slice(0, 3)) print(`  ${filePath}:${startLine}`);
  }
}
