import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ContextFragment, type CustomStrategy, ITokenCounter, combineContent } from '@lexichord/abstractions';
import { SilentLogger } from '@lexichord/platform';
import { createRuntime, developmentLicense } from '@lexichord/runtime';

/** What a run over random cases found. */
export interface BudgetFuzzResult {
  readonly cases: number;
  /** Cases in which the rendered text counts to more than the budget. The promise is none. */
  readonly overBudget: number;
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

/** Assembles random fragments into random budgets and counts, with a counter of its own, what comes out. */
export async function fuzzBudgets(cases: number, print: (line: string) => void): Promise<BudgetFuzzResult> {
  const random = randomSource(20_261);
  let fragments: readonly ContextFragment[] = [];
  const customStrategies = sourceIds.map((strategyId, index): CustomStrategy => {
    const row = { strategyId, displayName: strategyId, priority: 100 - index * 10, maxTokens: 4000 };
    return { ...row, create: () => ({ ...row, gather: () => Promise.resolve(fragments[index]) }) };
  });
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-fuzz-')));
  const options = { license: developmentLicense, workspaceRoot: folder, logger: new SilentLogger() };
  const runtime = await createRuntime({ ...options, customStrategies });
  const judge = await createRuntime({
    ...options,
    configuration: { context: { tokenizer: { cache_enabled: false } } },
  });
  let overBudget = 0;
  let use = 0;
  let full = 0;
  for (let run = 0; run < cases; run += 1) {
    fragments = sourceIds.map((sourceId) => randomFragment(sourceId, random));
    const maxTokens = 1 + Math.floor(random() ** 2 * 900);
    const requiredStrategies = sourceIds.filter(() => random() < 0.15);
    const result = await runtime.orchestrator.assemble({ agentId: 'fuzz' }, { maxTokens, requiredStrategies });
    const rendered = judge.resolve(ITokenCounter).countTokens(combineContent(result));
    if (rendered > maxTokens) overBudget += 1;
    if (result.skipped.some(({ reason }) => reason === 'over-budget')) {
      use += rendered / maxTokens;
      full += 1;
    }
  }
  await runtime.dispose();
  await judge.dispose();
  await rm(folder, { recursive: true });
  const result = { cases, overBudget, meanUse: full === 0 ? 0 : use / full };
  print(
    `\nBudget, random cases: ${cases}; over budget: ${overBudget}; mean use of full budgets: ${(result.meanUse * 100).toFixed(1)} %`,
  );
  return result;
}

function randomFragment(sourceId: string, random: () => number): ContextFragment {
  const length = Math.floor(random() ** 3 * 400);
  const content = Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)] ?? '').join('');
  return { sourceId, label: sourceId, content, tokenEstimate: Math.floor(random() * 50), relevance: random() };
}

/** A linear congruential generator: the same cases on every machine. */
function randomSource(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
