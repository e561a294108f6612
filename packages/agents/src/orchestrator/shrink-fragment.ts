import {
  type ContextFragment,
  type ContextGatheringRequest,
  type ISecretScanner,
  type ITokenCounter,
  type QuoteText,
  type RequestInputs,
  hasContent,
} from '@lexichord/abstractions';
import { raceWithSignal, sharedSignal } from '@lexichord/platform/internal';

import type { FragmentFraming } from '../framing/fragment-framing.js';
import { type GatheredFragment, countSent } from './gathered-fragment.js';
import { screenFragment } from './screen-output.js';

/** Options of {@link shrinkFragment}. */
export interface ShrinkContext {
  readonly request: ContextGatheringRequest;
  readonly inputs: RequestInputs;
  readonly tokenCounter: ITokenCounter;
  readonly scanner: ISecretScanner;
  readonly framing: FragmentFraming;
  /** Aborts when the time limit of the strategies has passed; shortening by a strategy is then abandoned. */
  readonly deadline: AbortSignal;
  /** Aborts when the caller cancels. */
  readonly signal: AbortSignal;
  /** Called when a strategy's `shorten` failed and the end was cut instead. */
  readonly onShortenFailed: (strategyId: string, error: unknown) => void;
}

/**
 * Shortens a fragment to at most `maxTokens`: by the strategy's own method if it has one, else by cutting the end.
 * `undefined` if nothing readable is left. Text that needs a fence only after the cut, such as a comment that lost its
 * end, gets one.
 *
 * @throws the reason of `signal` when the caller cancels while a strategy shortens
 */
export async function shrinkFragment(
  gathered: GatheredFragment,
  maxTokens: number,
  context: ShrinkContext,
): Promise<GatheredFragment | undefined> {
  const { fragment, inflation } = gathered;
  const { tokenCounter, framing } = context;
  if (fragment.tokenEstimate <= maxTokens) return gathered;
  const ownTokens = Math.floor(maxTokens / inflation);
  let { isFramed } = gathered;
  let room = ownTokens - (isFramed ? frameTokens(fragment, tokenCounter) : 0);
  while (room >= 1) {
    const shortened = (await shortenByStrategy(gathered, room, context)) ?? cutEnd(fragment, room, tokenCounter);
    if (!hasContent(shortened)) return undefined;
    isFramed ||= framing.needsFrame(shortened, gathered);
    const tokens = isFramed ? countSent(shortened.content, { isFramed }, tokenCounter) : shortened.tokenEstimate;
    if (tokens <= ownTokens) {
      const tokenEstimate = Math.min(maxTokens, Math.ceil(tokens * inflation));
      return { ...gathered, isFramed, fragment: { ...shortened, tokenEstimate } };
    }
    room -= tokens - ownTokens;
  }
  return undefined;
}

/** Approximate tokens of the fence; tokens may span its edges. */
function frameTokens({ content }: ContextFragment, tokenCounter: ITokenCounter): number {
  return countSent(content, { isFramed: true }, tokenCounter) - tokenCounter.countTokens(content);
}

/** The fragment shortened by the strategy; `undefined` if it cannot, or if the result exceeds the limit. */
async function shortenByStrategy(
  { fragment, shorten }: GatheredFragment,
  maxTokens: number,
  { request, inputs, tokenCounter, scanner, framing, deadline, signal: callerSignal, onShortenFailed }: ShrinkContext,
): Promise<ContextFragment | undefined> {
  const signal = sharedSignal([callerSignal, deadline]);
  if (shorten === undefined || signal.aborted) return undefined;
  try {
    const quoteFrom = (source: string): QuoteText => framing.quoteFrom(source);
    const work = shorten(fragment, maxTokens, { ...inputs, request, signal, quoteFrom });
    const shorter = await raceWithSignal(work, signal);
    if (typeof shorter?.content !== 'string') return undefined;
    // Only content and metadata may change, not source and relevance.
    const metadata = shorter.metadata ?? fragment.metadata;
    const own = { ...fragment, content: shorter.content, ...(metadata === undefined ? {} : { metadata }) };
    const screening = screenFragment(own, { scanner, tokenCounter, signal });
    const { fragment: screened } = await raceWithSignal(screening, signal);
    const tokenEstimate = tokenCounter.countTokens(screened.content);
    return tokenEstimate > maxTokens ? undefined : { ...screened, tokenEstimate };
  } catch (error) {
    if (callerSignal.aborted && !deadline.aborted) throw error;
    onShortenFailed(fragment.sourceId, error);
    return undefined;
  }
}

function cutEnd(fragment: ContextFragment, maxTokens: number, tokenCounter: ITokenCounter): ContextFragment {
  const { content, tokenCount } = tokenCounter.truncateToTokens(fragment.content, maxTokens);
  return { ...fragment, content, tokenEstimate: tokenCount };
}
