import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AssembledContext,
  type ContextBudget,
  type ContextFragment,
  type CustomStrategy,
  type ILexichordRuntime,
  type TokenEncoding,
  combineContent,
  tokenEncodings,
} from '@lexichord/abstractions';
import { SilentLogger } from '@lexichord/platform';
import { createRuntime, developmentLicense } from '@lexichord/runtime';

import { type Random, seededRandom } from '../seeded-random.js';

/** What a run over random cases found. */
interface BudgetFuzzResult {
  readonly cases: number;
  /** Cases in which the rendered text counts to more than the budget. The promise is none. */
  readonly overBudget: number;
  /** Cases with a fragment that was excluded, or with no word on one that was required. The promise is none. */
  readonly misplaced: number;
  /** Mean share of the budget that was used where there was more than enough to say, 0 to 1. */
  readonly meanUse: number;
}

const sourceIds = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'];
const pieces = [
  'word',
  ' ',
  '\n',
  '\n\n',
  '## ',
  '```',
  '日本語',
  '👩‍👩‍👧‍👦',
  '\r\n',
  '/',
  "'s",
  'aaaaaaaa',
  '     ',
  '\u0085',
  '<|endoftext|>',
  '12345',
];

/**
 * Assembles random fragments into random budgets, with strategies required and excluded at random, in every encoding;
 * and counts, with a counter of its own, what comes out.
 *
 * @param cases in each encoding
 * @returns names of the encodings with a case that breaks a promise
 */
export async function fuzzBudgets(cases: number, print: (line: string) => void): Promise<readonly string[]> {
  const broken: string[] = [];
  print('');
  for (const encoding of tokenEncodings) {
    const { overBudget, misplaced, meanUse } = await fuzzEncoding(encoding, cases);
    print(
      `Budget, ${encoding}, random cases: ${cases}; over budget: ${overBudget}; with an excluded fragment, or without a ` +
        `word on a required one: ${misplaced}; mean use of full budgets: ${(meanUse * 100).toFixed(1)} %`,
    );
    if (overBudget > 0 || misplaced > 0) broken.push(`budget in ${encoding}`);
  }
  return broken;
}

async function fuzzEncoding(encoding: TokenEncoding, cases: number): Promise<BudgetFuzzResult> {
  const random = seededRandom(20_261);
  let fragments: readonly ContextFragment[] = [];
  const customStrategies = sourceIds.map((strategyId, index): CustomStrategy => {
    const row = { strategyId, displayName: strategyId, priority: 100 - index * 10, maxTokens: 4000 };
    return { ...row, create: () => ({ ...row, gather: () => Promise.resolve(fragments[index]) }) };
  });
  const { runtime, judge, close } = await openRuntimes(encoding, customStrategies);
  const found = { cases, overBudget: 0, misplaced: 0, use: 0, full: 0 };
  try {
    for (let run = 0; run < cases; run += 1) {
      fragments = sourceIds.map((sourceId) => randomFragment(sourceId, random));
      const budget = randomBudget(random);
      const result = await runtime.orchestrator.assemble({ agentId: 'fuzz' }, budget);
      const rendered = judge.tokenCounter.countTokens(combineContent(result));
      if (rendered > budget.maxTokens) found.overBudget += 1;
      if (!keepsItsWord(result, budget)) found.misplaced += 1;
      if (result.skipped.some(({ reason }) => reason === 'over-budget')) {
        found.use += rendered / budget.maxTokens;
        found.full += 1;
      }
    }
  } finally {
    await close();
  }
  return { ...found, meanUse: found.full === 0 ? 0 : found.use / found.full };
}

/** The runtime that is tried, and one whose counter remembers nothing. */
async function openRuntimes(
  encoding: TokenEncoding,
  customStrategies: readonly CustomStrategy[],
): Promise<{ runtime: ILexichordRuntime; judge: ILexichordRuntime; close: () => Promise<void> }> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-fuzz-')));
  const options = { license: developmentLicense, workspaceRoot: folder, logger: new SilentLogger() };
  const tokenizer = { encoding };
  const runtime = await createRuntime({ ...options, customStrategies, configuration: { context: { tokenizer } } });
  const judge = await createRuntime({
    ...options,
    configuration: { context: { tokenizer: { ...tokenizer, cache_enabled: false } } },
  });
  const close = async (): Promise<void> => {
    await runtime.dispose();
    await judge.dispose();
    await rm(folder, { recursive: true });
  };
  return { runtime, judge, close };
}

/** Small budgets more often than large ones; a strategy may be required and excluded at once. */
function randomBudget(random: Random): ContextBudget {
  return {
    maxTokens: 1 + Math.floor(random() ** 2 * 900),
    requiredStrategies: sourceIds.filter(() => random() < 0.15),
    excludedStrategies: sourceIds.filter(() => random() < 0.1),
  };
}

/** Nothing excluded is in, and of everything required it is said what became of it. */
function keepsItsWord({ fragments, skipped }: AssembledContext, budget: ContextBudget): boolean {
  const included = new Set(fragments.map(({ sourceId }) => sourceId));
  const told = new Set([...included, ...skipped.map(({ sourceId }) => sourceId)]);
  const { requiredStrategies = [], excludedStrategies = [] } = budget;
  return excludedStrategies.every((id) => !included.has(id)) && requiredStrategies.every((id) => told.has(id));
}

function randomFragment(sourceId: string, random: Random): ContextFragment {
  const length = Math.floor(random() ** 3 * 400);
  const content = Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)] ?? '').join('');
  return { sourceId, label: sourceId, content, tokenEstimate: Math.floor(random() * 50), relevance: random() };
}
