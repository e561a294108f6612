import {
  type ContextFragment,
  type ContextGatheringRequest,
  type IContextStrategy,
  type ITokenCounter,
  type NothingGathered,
  type QuoteText,
  type SkippedStrategy,
  type TruncatedFragment,
  hasContent,
  isLexichordError,
} from '@lexichord/abstractions';
import { raceWithSignal, sharedSignal } from '@lexichord/platform/internal';
import pLimit from 'p-limit';

import type { GatheredFragment } from './gathered-fragment.js';
import { measureFragment, validateAnswer } from './measure-fragment.js';
import { screenFragment, statedSecrets } from './screen-output.js';
import { type ShrinkContext, shrinkFragment } from './shrink-fragment.js';

/** Minimum share of a strategy, in tokens. */
const minShare = 100;

/** Budget at which every strategy may use its full size. */
const fullShareBudget = 8_000;

/** Options of {@link gatherFragments}. */
export interface GatherContext extends Omit<ShrinkContext, 'deadline'> {
  readonly request: ContextGatheringRequest;
  readonly tokenCounter: ITokenCounter;
  readonly budgetTokens: number;
  readonly isRequired: (strategyId: string) => boolean;
  /** Maximum tokens of a strategy's fragment: configured, else declared. */
  readonly sizeOf: (strategy: IContextStrategy) => number;
  readonly maxParallelism: number;
  /** Aborts when the time limit of the strategies has passed. */
  readonly deadline: AbortSignal;
  /** The caller's own signal. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly onReturned: (strategyId: string, tokens: number) => void;
  readonly onFailed: (strategyId: string, error: unknown) => void;
  readonly onTimedOut: (strategyId: string) => void;
}

/** Outcome of one strategy. */
export type GatherOutcome =
  | { readonly gathered: GatheredFragment; readonly truncated?: TruncatedFragment | undefined }
  | { readonly skipped: SkippedStrategy };

/**
 * Runs the strategies in parallel and measures their fragments. Never rejects because of a strategy: failures,
 * time-outs and empty answers are outcomes. A strategy's time includes waiting for its turn, and a strategy that
 * ignores its signal is abandoned (DES-072c §5.1, §7).
 *
 * @returns outcomes in the order of the strategies
 * @throws the reason of `signal` as soon as the caller cancels
 */
export async function gatherFragments(
  strategies: readonly IContextStrategy[],
  context: GatherContext,
): Promise<readonly GatherOutcome[]> {
  const { signal, deadline } = context;
  const eitherSignal = sharedSignal([signal, deadline]);
  const limit = pLimit(context.maxParallelism);
  const runs = strategies.map((strategy) => limit(() => gatherOne(strategy, { ...context, signal: eitherSignal })));
  return raceWithSignal(Promise.all(runs), signal);
}

/** Tokens that a strategy may use: a small budget is divided in proportion to the strategies' sizes. */
export function shareOf(sizeTokens: number, budgetTokens: number): number {
  return Math.min(sizeTokens, Math.max(minShare, Math.floor((sizeTokens * budgetTokens) / fullShareBudget)));
}

/** The fragments among the outcomes. */
export function gatheredOf(outcomes: readonly GatherOutcome[]): readonly GatheredFragment[] {
  return outcomes.flatMap((outcome) => ('gathered' in outcome ? [outcome.gathered] : []));
}

/**
 * Runs a strategy again with another limit, which the new fragment keeps.
 *
 * @throws the errors of the strategy; the reason of the caller's signal or the deadline
 */
export async function gatherAgain(
  strategy: IContextStrategy,
  maxTokens: number,
  context: GatherContext,
): Promise<GatherOutcome> {
  const signal = AbortSignal.any([context.signal, context.deadline]);
  return runStrategy(strategy, { offered: maxTokens, limit: maxTokens }, { ...context, signal });
}

async function gatherOne(strategy: IContextStrategy, context: GatherContext): Promise<GatherOutcome> {
  const { strategyId, displayName } = strategy;
  const limit = context.sizeOf(strategy);
  try {
    return await runStrategy(strategy, { offered: shareOf(limit, context.budgetTokens), limit }, context);
  } catch (error) {
    if (context.deadline.aborted) {
      context.onTimedOut(strategyId);
      return skipped(strategyId, 'timeout', `${displayName} took longer than ${context.timeoutMs} ms.`);
    }
    // A cancellation by the caller ends the assembly and is not a failure of the strategy.
    if (context.signal.aborted) throw error;
    context.onFailed(strategyId, error);
    return skipped(strategyId, 'error', `${displayName} failed: ${describeError(error)}`);
  }
}

/** Tokens that a strategy is offered, and the maximum of its fragment. */
interface Allowance {
  readonly offered: number;
  readonly limit: number;
}

async function runStrategy(
  strategy: IContextStrategy,
  { offered, limit }: Allowance,
  context: GatherContext,
): Promise<GatherOutcome> {
  const { strategyId, displayName } = strategy;
  const { answer, isQuoted } = await callStrategy(strategy, offered, context);
  // Strategies in JavaScript may return null.
  if ((answer ?? undefined) === undefined) {
    return skipped(strategyId, 'empty', `${displayName} returned no content for this request.`);
  }
  const reasoned = reasonedNothing(answer);
  if (reasoned !== undefined) return skipped(strategyId, reasoned.nothing, reasoned.message);
  return measureAndCut(answer as ContextFragment, strategy, { ...context, limit, isQuoted });
}

function skipped(sourceId: string, reason: SkippedStrategy['reason'], message: string): GatherOutcome {
  return { skipped: { sourceId, reason, message } };
}

/** The reason of an empty answer; `undefined` for any other answer, which is validated as a fragment. */
function reasonedNothing(answer: unknown): NothingGathered | undefined {
  if (typeof answer !== 'object' || answer === null || !('nothing' in answer)) return undefined;
  const { nothing, message } = answer as Partial<Record<keyof NothingGathered, unknown>>;
  if ((nothing !== 'empty' && nothing !== 'no-index') || typeof message !== 'string') return undefined;
  return { nothing, message };
}

/** A strategy's answer, and whether it used `quoteFrom`. */
interface Answer {
  readonly answer: Awaited<ReturnType<IContextStrategy['gather']>>;
  readonly isQuoted: boolean;
}

async function callStrategy(
  strategy: IContextStrategy,
  maxTokens: number,
  { request, inputs, signal, framing }: GatherContext,
): Promise<Answer> {
  signal.throwIfAborted();
  let isQuoted = false;
  const quoteFrom = (source: string): QuoteText => {
    isQuoted = true;
    return framing.quoteFrom(source);
  };
  const gathering = Promise.resolve(strategy.gather(request, { ...inputs, signal, maxTokens, quoteFrom }));
  return { answer: await raceWithSignal(gathering, signal), isQuoted };
}

async function measureAndCut(
  answer: ContextFragment,
  strategy: IContextStrategy,
  context: GatherContext & Pick<Allowance, 'limit'> & Pick<Answer, 'isQuoted'>,
): Promise<GatherOutcome> {
  const { strategyId: sourceId, displayName } = strategy;
  validateAnswer(answer, strategy);
  // Screening comes before cutting: the scanner does not recognise half of a key.
  const screened = await raceWithSignal(screenFragment(answer, context), context.signal);
  const { gathered, gatheredTokens } = measureFragment(screened.fragment, strategy, {
    tokenCounter: context.tokenCounter,
    isRequired: context.isRequired(sourceId),
    isQuoted: context.isQuoted,
    maxTokens: context.limit,
    secrets: [...statedSecrets(answer), ...screened.secrets],
  });
  context.onReturned(sourceId, gatheredTokens);
  if (!hasContent(gathered.fragment)) {
    return skipped(sourceId, 'empty', `${displayName} returned only whitespace.`);
  }
  const fitting = await shrinkFragment(gathered, context.limit, context);
  if (fitting === undefined) {
    const message = `${displayName} returned ${gatheredTokens} tokens, which cannot be cut to its limit of ${context.limit}.`;
    return { skipped: { sourceId, reason: 'over-budget', message, tokens: gatheredTokens } };
  }
  const toTokens = fitting.fragment.tokenEstimate;
  if (toTokens === gatheredTokens) return { gathered: fitting };
  return { gathered: fitting, truncated: { sourceId, fromTokens: gatheredTokens, toTokens, limit: 'strategy' } };
}

/** The message of a Lexichord error, which contains no content; for other errors only the name. */
function describeError(error: unknown): string {
  if (isLexichordError(error)) return error.message;
  return error instanceof Error ? `${error.name}. See the log for details.` : 'it threw a value that is not an error.';
}
