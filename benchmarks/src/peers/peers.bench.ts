import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

import { IIndexService, ISemanticSearchService } from '@lexichord/abstractions';
import { createRuntime } from '@lexichord/runtime';

import { packQuestions } from '../quality/packing-recall.js';
import { mean, ndcg, recallBudgets, recallWithin } from '../quality/retrieval-measures.js';
import { type Question, type RepositoryQuestions, readQuestions } from '../quality/retrieval-questions.js';
import { percentile } from '../speed/bounded-row.js';
import { type TableRow, printTable } from '../speed/interleaved-timing.js';
import { type Peers, loadPeers } from './peer-modules.js';
import { readRepository } from './repository-texts.js';
import { type Ask, indexWithMiniSearch, indexWithOrama } from './search-peers.js';
import { splitAtLines, splitWithLangChain } from './split-texts.js';

/** What one way to search has come to, over all repositories so far. */
interface Tally {
  indexMs: number;
  readonly queryMs: number[];
  readonly ndcgs: number[];
  /** By budget. */
  readonly recalls: readonly number[][];
}

type Tallies = Map<string, Tally>;

/**
 * Ways to find code for a question, on the same files and questions in one run: ours, and pieces of fifty lines or of
 * LangChain's splitter found by MiniSearch or Orama. Recall is of what fits into a budget, best first, each piece with
 * its path and lines above it.
 *
 * `LEXICHORD_PEERS` names a folder whose `node_modules` has the peers; `LEXICHORD_QUESTIONS` and `LEXICHORD_CHECKOUTS`
 * are those of the retrieval benchmark.
 */
export async function benchmarkPeers(print: (line: string) => void): Promise<readonly string[]> {
  const { LEXICHORD_PEERS: folder, LEXICHORD_QUESTIONS: questions, LEXICHORD_CHECKOUTS: checkouts } = process.env;
  if (folder === undefined || questions === undefined || checkouts === undefined) {
    print('\nSearch beside peers: skipped. Set LEXICHORD_PEERS, LEXICHORD_QUESTIONS and LEXICHORD_CHECKOUTS.');
    return [];
  }
  const peers = await loadPeers(folder);
  const caches = await mkdtemp(join(tmpdir(), 'lexichord-peers-'));
  const tallies: Tallies = new Map();
  try {
    for (const asked of await readQuestions(questions, checkouts)) {
      // A copy without an index: everybody starts from nothing.
      const repository = { ...asked, folder: join(caches, 'repositories', asked.name) };
      await cp(asked.folder, repository.folder, { recursive: true, filter: (path) => !path.endsWith('.lexichord') });
      await askPeers(repository, { peers, caches, tallies });
      await askLexichord(repository, caches, tallyOf(tallies, 'Lexichord'));
    }
  } finally {
    await rm(caches, { recursive: true, force: true });
  }
  printTable(print, `Search beside ${peers.versions.join(', ')}`, [...tallies].map(toRow));
  return [];
}

interface PeerRun {
  readonly peers: Peers;
  readonly caches: string;
  readonly tallies: Tallies;
}

async function askPeers({ folder, questions }: RepositoryQuestions, { peers, caches, tallies }: PeerRun) {
  const { texts, countTokens } = await readRepository(folder, caches);
  const splits = {
    '50 lines': () => Promise.resolve(splitAtLines(texts)),
    'LangChain splitter': () => splitWithLangChain(texts, peers.splitters),
  };
  const indexes = { MiniSearch: indexWithMiniSearch, Orama: indexWithOrama };
  for (const [split, cut] of Object.entries(splits)) {
    for (const [name, index] of Object.entries(indexes)) {
      const tally = tallyOf(tallies, `${name}, ${split}`);
      const started = performance.now();
      const ask = await index(await cut(), peers);
      tally.indexMs += performance.now() - started;
      for (const question of questions) await measure(question, { ask, tally, countTokens });
    }
  }
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
