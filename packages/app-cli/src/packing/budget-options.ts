import { type PackingBudget, packingBudgetOf } from '@lexichord/abstractions';
import type { Configuration } from '@lexichord/runtime';

import type { Invocation } from '../command-line/command-definition.js';
import { tokensOption, tokensOrNoneOption, usageError } from '../command-line/read-options.js';
import { formatCount } from '../output/numbers.js';

/** The budget options of the command line, in tokens. */
export interface BudgetOptions {
  /** `--budget`: tokens of only the context. */
  readonly available?: number | undefined;
  readonly total?: number | undefined;
  readonly system?: number | undefined;
  readonly response?: number | undefined;
}

/** @throws {LexichordError} `invalid-argument` */
export function readBudgetOptions(invocation: Invocation): BudgetOptions {
  const available = tokensOrNoneOption(invocation, 'budget', '--budget');
  const total = tokensOption(invocation, 'total', '--total');
  const system = tokensOrNoneOption(invocation, 'system', '--system');
  const response = tokensOrNoneOption(invocation, 'response', '--response');
  if (available !== undefined && [total, system, response].some((tokens) => tokens !== undefined)) {
    throw usageError(
      '--budget is the maximum of the packed text and cannot be combined with --total, --system or --response. Give one or the other.',
    );
  }
  return { available, total, system, response };
}

/**
 * The budget of a pack: the command line's, else the configuration's (T-016 AC-146).
 *
 * @throws {LexichordError} `invalid-argument` when the reserves leave nothing of the total
 */
export function packingBudget(
  { available, total, system, response }: BudgetOptions,
  configured: Configuration['context']['budget'],
): PackingBudget {
  if (available !== undefined) return packingBudgetOf(available);
  const budget: PackingBudget = {
    totalTokens: total ?? configured.total,
    systemReserve: system ?? configured.systemReserve,
    responseReserve: response ?? configured.responseReserve,
  };
  if (budget.totalTokens > budget.systemReserve + budget.responseReserve) return budget;
  throw usageError(
    `A total of ${formatCount(budget.totalTokens)} tokens leaves no tokens for the context after ${formatCount(budget.responseReserve)} for the response and ` +
      `${formatCount(budget.systemReserve)} for the system prompt. Raise --total, or lower --response or --system.`,
  );
}
