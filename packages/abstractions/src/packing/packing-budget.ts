import { ErrorCode } from '../errors/error-code.js';
import { LexichordError } from '../errors/lexichord-error.js';
import type { ITokenCounter } from '../services/token-counter.js';
import { type SourceType, sourceTypes } from './context-source.js';

/** The token budget of a packed context (T-016 FR-016-76..80). All numbers are whole and not negative. */
export interface PackingBudget {
  /** The model's whole context window. */
  readonly totalTokens: number;
  /** Kept free for the model's answer. */
  readonly responseReserve: number;
  /** Kept free for the system prompt. */
  readonly systemReserve: number;
  /** Counted when given: its tokens beyond the reserve are not available (T-016 AC-064, AC-065). */
  readonly systemMessage?: string | undefined;
  /** Maximum tokens of each kind of source (T-016 FR-016-86, -87). Absent: no separate limit. */
  readonly categoryBudgets?: Readonly<Partial<Record<SourceType, number>>> | undefined;
}

/** A budget without reserves: every token is for the context. */
export function packingBudgetOf(availableTokens: number): PackingBudget {
  return { totalTokens: availableTokens, responseReserve: 0, systemReserve: 0 };
}

/**
 * Maximum tokens of the context itself: the total less both reserves (T-016 AC-056), never below 0.
 *
 * @throws {LexichordError} `invalid-argument` for a number that is negative or not whole (T-016 AC-127, AC-128)
 */
export function availableTokens(budget: PackingBudget, counter: Pick<ITokenCounter, 'countTokens'>): number {
  requireUsable(budget);
  const { totalTokens, responseReserve, systemReserve, systemMessage } = budget;
  const system = Math.max(systemReserve, systemMessage === undefined ? 0 : counter.countTokens(systemMessage));
  return Math.max(0, totalTokens - responseReserve - system);
}

/** @param budget from JavaScript it may be anything */
function requireUsable(budget: PackingBudget): void {
  if (!isObject(budget)) {
    throw new LexichordError(ErrorCode.invalidArgument, 'The budget is missing. Give the maximum tokens of a pack.');
  }
  const { totalTokens, responseReserve, systemReserve, categoryBudgets = {} } = budget;
  const limits: Readonly<Record<string, number | undefined>> = {
    totalTokens,
    responseReserve,
    systemReserve,
    ...categoryBudgets,
  };
  for (const [name, tokens] of Object.entries(limits)) {
    if (tokens === undefined || (Number.isSafeInteger(tokens) && tokens >= 0)) continue;
    throw new LexichordError(
      ErrorCode.invalidArgument,
      `The budget's ${name} must be a whole number of tokens from 0, not ${String(tokens)}.`,
      { details: { name, tokens: String(tokens) } },
    );
  }
  const unknown = Object.keys(categoryBudgets).find((name) => !sourceTypes.includes(name as SourceType));
  if (unknown === undefined) return;
  throw new LexichordError(
    ErrorCode.invalidArgument,
    `The limit names an unknown kind of source "${unknown}". Available kinds: ${sourceTypes.join(', ')}.`,
    { details: { name: unknown } },
  );
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
