import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { IIndexService, type ILexichordRuntime, ISemanticSearchService } from '@lexichord/abstractions';
import { createRuntime } from '@lexichord/runtime';

import type { BenchmarkResult, RunSettings, Sizes } from '../benchmark.js';
import { type RepositoryText, readTexts } from '../peers/repository-texts.js';
import { type Random, pick, seededRandom } from '../seeded-random.js';
import { type TableRow, printTable } from '../speed/interleaved-timing.js';

/** Of each kind. */
const queryCounts: Sizes<number> = { full: 100, smoke: 10 };

/** Hits of an answer that are compared. */
const topK = 10;

/** What ADR 0099 states: so many of the first ten hits are the same, for such a share of the queries (0 to 1). */
const minShared = 9;
const minShare = 0.95;

const seed = 23;

/** Words of a line that is asked for as it is. */
const minWords = 4;
const maxWords = 14;

/** The table of candidates, in the workspace. */
const tableFolder = '.lexichord/db/search-candidates.lance';

/** Above every index: it is searched in memory. */
const allInMemory = 10_000_000;

const purposes = ['list', 'pack'] as const;

/**
 * How far the search of a large index in its tables agrees with that of the same index in memory. What is asked is taken
 * from the repository: lines with words, and words of several files together, which no place answers alone. From 20,000
 * chunks on the tables have a vector index, which looks at a part of the vectors.
 */
export async function benchmarkTableCandidates(settings: RunSettings): Promise<BenchmarkResult> {
  const repository = await settings.inputs.repository();
  if (repository === undefined) return { skipped: 'LEXICHORD_REPOSITORY names no repository' };
  const folder = await mkdtemp(join(tmpdir(), 'lexichord-tables-'));
  try {
    const workspaceRoot = join(folder, 'workspace');
    await cp(repository, workspaceRoot, {
      recursive: true,
      filter: (path) => !/[\\/](?:node_modules|\.git|\.lexichord)$/u.test(path),
    });
    return await compareAnswers({ workspaceRoot, cacheFolder: join(folder, 'cache') }, settings);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The folder that is indexed, and the one for caches. */
interface IndexedWorkspace {
  readonly workspaceRoot: string;
  readonly cacheFolder: string;
}

async function compareAnswers(
  workspace: IndexedWorkspace,
  { print, sizeOf, hasBounds }: RunSettings,
): Promise<BenchmarkResult> {
  const count = sizeOf(queryCounts);
  const { chunks, queries, answers } = await withLimit(workspace, allInMemory, async (runtime, chunksThere) => {
    const asked = makeQueries(await readTexts(runtime, workspace.workspaceRoot), count);
    return { chunks: chunksThere, queries: asked, answers: await answersTo(asked, runtime) };
  });
  const found = await withLimit(workspace, 0, (runtime) => answersTo(queries, runtime));
  const shared = answers.map((hits, index) => hits.filter((hit) => found[index]?.includes(hit) === true).length);
  const missing = answers.map((hits, index) => hits.length - (shared[index] ?? 0));
  const row = (name: string, isOf: (index: number) => boolean): TableRow => {
    const own = missing.filter((_, index) => isOf(index));
    const share = (max: number): string =>
      `${((100 * own.filter((many) => many <= max).length) / Math.max(1, own.length)).toFixed(1)} %`;
    return {
      asked: name,
      queries: String(own.length),
      'all alike': share(0),
      'but for one': share(topK - minShared),
      'but for two': share(2),
      'at most missing': String(Math.max(0, ...own)),
    };
  };
  const perPurpose = queries.length;
  printTable(print, `The first ${topK} hits of tables and of memory, ${chunks.toLocaleString('en')} chunks`, [
    ...purposes.map((purpose, at) => row(`for a ${purpose}`, (index) => Math.floor(index / perPurpose) === at)),
    row('lines', (index) => index % 2 === 0),
    row('words of several files', (index) => index % 2 === 1),
    row('all', () => true),
  ]);
  const alike = missing.filter((many) => many <= topK - minShared).length / Math.max(1, missing.length);
  const errors = [
    ...(answers.every((hits) => hits.length === 0) ? ['no query has a hit'] : []),
    // Without them both runtimes have searched in memory.
    ...(existsSync(join(workspace.workspaceRoot, tableFolder)) ? [] : ['there are no tables to search in']),
  ];
  return { errors, overBound: hasBounds && alike < minShare ? ['queries with nine of the first ten hits'] : [] };
}

/** Brings the index up to date and asks it, in a runtime with this limit of chunks in memory. */
async function withLimit<T>(
  workspace: IndexedWorkspace,
  maxChunksInMemory: number,
  ask: (runtime: ILexichordRuntime, chunks: number) => Promise<T>,
): Promise<T> {
  const configuration = { logging: { level: 'silent' as const }, search: { maxChunksInMemory } };
  const runtime = await createRuntime({ ...workspace, configuration });
  try {
    const { chunks } = await runtime.resolve(IIndexService).update();
    return await ask(runtime, chunks);
  } finally {
    await runtime.dispose();
  }
}

/** The places of the first hits: of all queries for the first purpose, then for the next. */
async function answersTo(
  queries: readonly string[],
  runtime: Pick<ILexichordRuntime, 'resolve'>,
): Promise<readonly (readonly string[])[]> {
  const search = runtime.resolve(ISemanticSearchService);
  const answers: (readonly string[])[] = [];
  for (const purpose of purposes) {
    for (const query of queries) {
      const { hits } = await search.search(query, { purpose, topK });
      answers.push(hits.map(({ filePath, startLine, endLine }) => `${filePath}:${startLine}-${endLine}`));
    }
  }
  return answers;
}

/** Lines and mixed words in turn, `count` of each. */
function makeQueries(texts: readonly RepositoryText[], count: number): readonly string[] {
  const random = seededRandom(seed);
  const lines = texts.flatMap(({ text }) => text.split('\n').map(wordsOf).filter(isLong));
  const [first, ...others] = lines;
  if (first === undefined) return [];
  const some = [first, ...others] as const;
  return Array.from({ length: count }, () => [pick(random, some).join(' '), mixedWords(some, random)]).flat();
}

function mixedWords(lines: readonly [readonly string[], ...(readonly (readonly string[])[])], random: Random): string {
  return Array.from({ length: 3 }, () => pick(random, lines).slice(0, 2))
    .flat()
    .join(' ');
}

function wordsOf(line: string): readonly string[] {
  return line.match(/[\p{L}_][\p{L}\d_]{2,}/gu) ?? [];
}

function isLong({ length }: readonly string[]): boolean {
  return length >= minWords && length <= maxWords;
}
