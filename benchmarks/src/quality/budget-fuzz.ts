import {
  type AssembledContext,
  type ContextBudget,
  type ContextFragment,
  type CustomStrategy,
  combineContent,
} from '@lexichord/abstractions';

import type { Random } from '../seeded-random.js';
import { type Fuzz, type FuzzRuntimes, meanPercent } from './fuzz-runtimes.js';

/** What a run over random cases found. */
interface FoundInAssemblies {
  /** Cases in which the rendered text counts to more than the budget. The promise is none. */
  overBudget: number;
  /** Cases with a fragment that was excluded, or with no word on one that was required. The promise is none. */
  misplaced: number;
  /** Share of the budget that was used, of each case in which there was more than enough to say. */
  readonly uses: number[];
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
 */
export function budgetFuzz(): Fuzz<FoundInAssemblies> {
  let fragments: readonly ContextFragment[] = [];
  const customStrategies = sourceIds.map((strategyId, index): CustomStrategy => {
    const row = { strategyId, displayName: strategyId, priority: 100 - index * 10, maxTokens: 4000 };
    return { ...row, create: () => ({ ...row, gather: () => Promise.resolve(fragments[index]) }) };
  });
  return {
    ...{ name: 'Budget', seed: 20_261, options: { customStrategies } },
    nothingFound: () => ({ overBudget: 0, misplaced: 0, uses: [] }),
    tryCase: (runtimes, found) => {
      fragments = sourceIds.map((sourceId) => randomFragment(sourceId, runtimes.random));
      return assembleIntoRandomBudget(runtimes, found);
    },
    describe: ({ overBudget, misplaced, uses }) =>
      `; over budget: ${overBudget}; with an excluded fragment, or without a word on a required one: ${misplaced}; mean ` +
      `use of full budgets: ${meanPercent(uses)}`,
    isBroken: ({ overBudget, misplaced }) => overBudget + misplaced > 0,
  };
}

async function assembleIntoRandomBudget(
  { runtime, judge, random }: FuzzRuntimes,
  found: FoundInAssemblies,
): Promise<void> {
  const budget = randomBudget(random);
  const result = await runtime.orchestrator.assemble({ agentId: 'fuzz' }, budget);
  const rendered = judge.tokenCounter.countTokens(combineContent(result));
  if (rendered > budget.maxTokens) found.overBudget += 1;
  if (!keepsItsWord(result, budget)) found.misplaced += 1;
  if (result.skipped.some(({ reason }) => reason === 'over-budget')) found.uses.push(rendered / budget.maxTokens);
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
