import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

import { IIndexService, ISemanticSearchService } from '@lexichord/abstractions';
import { createRuntime } from '@lexichord/runtime';

import type { BenchmarkResult, RunSettings } from '../benchmark.js';
import { packQuestions } from '../quality/packing-recall.bench.js';
import { type PlacedText, mean, ndcg, recallBudgets, recallWithin } from '../quality/retrieval-measures.js';
import { type Question, type RepositoryQuestions, missingQuestions } from '../quality/retrieval-questions.js';
import { percentile } from '../speed/bounded-row.js';
import { type TableRow, printTable } from '../speed/interleaved-timing.js';
import { type Peers, loadPeers } from './peer-modules.js';
import { readRepository } from './repository-texts.js';
import { type Ask, indexWithBm25, indexWithMiniSearch, indexWithOrama } from './search-peers.js';
import { splitAtLines, splitWithLangChain } from './split-texts.js';
import { timeWholeCommands } from './whole-commands.js';

/** What one way to search has come to, over all repositories so far. */
interface Tally {
  indexMs: number;
  readonly queryMs: number[];
  readonly ndcgs: number[];
  /** By budget. */
  readonly recalls: readonly number[][];
}

type Tallies = Map<string, Tally>;

/** Lexichord beside what others use: whole commands, and searches. Only what is installed is run. */
export async function benchmarkPeers(settings: RunSettings): Promise<BenchmarkResult> {
  const parts = [await timeWholeCommands(settings), await compareSearches(settings)];
  const skipped = parts.flatMap((part) => part.skipped ?? []);
  if (skipped.length === parts.length) return { skipped: skipped.join('; ') };
  return {
    errors: parts.flatMap(({ errors = [] }) => errors),
    missing: [...skipped, ...parts.flatMap(({ missing = [] }) => missing)],
  };
}

/**
 * Ways to find code for a question, on the same files and questions in one run: ours, pieces of fifty lines found by BM25,
 * and pieces of fifty lines or of LangChain's splitter found by MiniSearch or Orama. Recall is of what fits into a budget,
 * best first, each piece with its path and lines above it.
 */
async function compareSearches({ inputs, print }: RunSettings): Promise<BenchmarkResult> {
  const repositories = await inputs.questions();
  if (repositories === undefined) return { skipped: missingQuestions };
  const peers = inputs.peers === undefined ? undefined : await loadPeers(inputs.peers);
  const caches = await mkdtemp(join(tmpdir(), 'lexichord-peers-'));
  const tallies: Tallies = new Map();
  try {
    for (const asked of repositories) {
      // A copy without an index: everybody starts from nothing.
      const repository = { ...asked, folder: join(caches, 'repositories', asked.name) };
      await cp(asked.folder, repository.folder, { recursive: true, filter: (path) => !path.endsWith('.lexichord') });
      await askPeers(repository, { peers, caches, tallies });
      await askLexichord(repository, caches, tallyOf(tallies, 'Lexichord'));
    }
  } finally {
    await rm(caches, { recursive: true, force: true });
  }
  printTable(print, ['Searches', ...(peers?.versions ?? [])].join(', '), [...tallies].map(toRow));
  return {
    errors: [...tallies].filter(([, { ndcgs }]) => mean(ndcgs) === 0).map(([name]) => `no answer found: ${name}`),
    missing: peers === undefined ? ['MiniSearch, Orama and LangChain: LEXICHORD_PEERS names no folder'] : [],
  };
}

interface PeerRun {
  readonly peers: Peers | undefined;
  readonly caches: string;
  readonly tallies: Tallies;
}

async function askPeers({ folder, questions }: RepositoryQuestions, { peers, caches, tallies }: PeerRun) {
  const { texts, countTokens } = await readRepository(folder, caches);
  const atLines = (): Pieces => Promise.resolve(splitAtLines(texts));
  const searches = [
    { name: 'BM25, 50 lines', open: async () => indexWithBm25(await atLines()) },
    ...(peers === undefined
      ? []
      : searchesOf(peers, { atLines, byLangChain: () => splitWithLangChain(texts, peers.splitters) })),
  ];
  for (const { name, open } of searches) {
    const tally = tallyOf(tallies, name);
    const started = performance.now();
    const ask = await open();
    tally.indexMs += performance.now() - started;
    for (const question of questions) await measure(question, { ask, tally, countTokens });
  }
}

type Pieces = Promise<readonly PlacedText[]>;

/** Each index with each way to cut files. */
function searchesOf(
  peers: Peers,
  { atLines, byLangChain }: { readonly atLines: () => Pieces; readonly byLangChain: () => Pieces },
): readonly { readonly name: string; readonly open: () => Promise<Ask> }[] {
  return [
    { name: 'MiniSearch, 50 lines', open: async () => indexWithMiniSearch(await atLines(), peers) },
    { name: 'Orama, 50 lines', open: async () => indexWithOrama(await atLines(), peers) },
    { name: 'MiniSearch, LangChain splitter', open: async () => indexWithMiniSearch(await byLangChain(), peers) },
    { name: 'Orama, LangChain splitter', open: async () => indexWithOrama(await byLangChain(), peers) },
  ];
}

interface Measured {
  readonly ask: Ask;
  readonly tally: Tally;
  readonly countTokens: (text: string) => number;
}

async function measure({ query, targets }: Question, { ask, tally, countTokens }: Measured): Promise<void> {
  const started = performance.now();
  const found = await ask(query);
  tally.queryMs.push(performance.now() - started);
  tally.ndcgs.push(ndcg(found, targets));
  for (const [index, budget] of recallBudgets.entries()) {
    tally.recalls[index]?.push(recallWithin(found, { targets, budget, countTokens }));
  }
}

async function askLexichord(repository: RepositoryQuestions, cacheFolder: string, tally: Tally): Promise<void> {
  const configuration = { logging: { level: 'silent' } } as const;
  const runtime = await createRuntime({ workspaceRoot: repository.folder, cacheFolder, configuration });
  try {
    tally.indexMs += (await runtime.resolve(IIndexService).update()).durationMs;
    const search = runtime.resolve(ISemanticSearchService);
    // The peers have everything in memory after indexing, too.
    await search.search('warm up');
    for (const { query, targets } of repository.questions) {
      const started = performance.now();
      const { hits } = await search.search(query);
      tally.queryMs.push(performance.now() - started);
      tally.ndcgs.push(ndcg(hits, targets));
    }
  } finally {
    await runtime.dispose();
  }
  const packed = await packQuestions(repository, cacheFolder);
  for (const [index, { recalls }] of packed.entries()) tally.recalls[index]?.push(...recalls);
}

function tallyOf(tallies: Tallies, name: string): Tally {
  const tally = tallies.get(name) ?? { indexMs: 0, queryMs: [], ndcgs: [], recalls: recallBudgets.map(() => []) };
  tallies.set(name, tally);
  return tally;
}

function toRow([name, { indexMs, queryMs, ndcgs, recalls }]: [string, Tally]): TableRow {
  const sorted = queryMs.toSorted((left, right) => left - right);
  return {
    search: name,
    'index s': (indexMs / 1_000).toFixed(1),
    'query p50 ms': percentile(sorted, 0.5).toFixed(1),
    'p95 ms': percentile(sorted, 0.95).toFixed(1),
    'NDCG@10': mean(ndcgs).toFixed(3),
    ...Object.fromEntries(recallBudgets.map((budget, index) => [`R@${budget}`, mean(recalls[index] ?? []).toFixed(3)])),
  };
}
