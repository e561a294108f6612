import type { IContextStrategy } from '@lexichord/abstractions';

import { type FitContext, type FittedFragments, fitToBudget } from './fit-to-budget.js';
import { frameFragments } from './frame-fragments.js';
import { type GatherContext, type GatherOutcome, gatherAgain, gatheredOf, shareOf } from './gather-fragments.js';
import { type GatheredFragment, rankFragments, renderingOverhead } from './gathered-fragment.js';
import { originalTokensOf } from './measure-fragment.js';

/** Outcomes of the strategies, and the fitted fragments. */
export interface FittedOutcomes {
  readonly outcomes: readonly GatherOutcome[];
  readonly fitted: FittedFragments;
}

/** Options of {@link distributeLeftover}. */
export interface LeftoverContext extends GatherContext, FitContext {
  /** Called when a fragment has grown. */
  readonly onGrown: (strategyId: string, tokens: { readonly fromTokens: number; readonly toTokens: number }) => void;
  /** Called when a strategy failed or timed out while growing; it keeps its present fragment. */
  readonly onGrowFailed: (strategyId: string, error: unknown) => void;
}

/** Maximum leftover that is not distributed, in tokens; also limited by this part of the budget. */
const maxNegligible = 100;
const negligiblePart = 0.05;

/** Maximum number of offers to a strategy, each smaller, if its larger fragment displaces others. */
const maxOffers = 3;

/** Factor from one offer to the next. */
const nextOffer = 0.9;

/**
 * Distributes the leftover budget to strategies whose share was too small (`originalTokens` in the fragment's
 * metadata). Required ones first, then in rank order, each gathers again with its fragment's tokens and the leftover,
 * at most its own size, until no strategy can grow or the leftover is negligible.
 *
 * All fragments are fitted again with the larger one, so that the budget and the duplicate rules still hold; a larger
 * fragment that would displace or shorten another one is rejected.
 *
 * @throws the reason of `signal` as soon as the caller cancels; errors of strategies are never thrown
 */
export async function distributeLeftover(
  first: FittedOutcomes,
  strategies: readonly IContextStrategy[],
  context: LeftoverContext,
): Promise<FittedOutcomes> {
  const negligible = Math.min(maxNegligible, Math.ceil(context.maxTokens * negligiblePart));
  const grower = new FragmentGrower(strategies, context);
  let current = first;
  let handedOut: number;
  do {
    handedOut = 0;
    for (const strategyId of grower.order(current)) {
      if (leftoverOf(current, context) < negligible || context.deadline.aborted) return current;
      const before = tokensOf(current, strategyId);
      current = await grower.grow(strategyId, current);
      handedOut += tokensOf(current, strategyId) - before;
    }
  } while (handedOut >= negligible);
  return current;
}

/** The strategies that can still grow, with the last offer to each. */
class FragmentGrower {
  private readonly offered: Map<IContextStrategy, number>;

  constructor(
    strategies: readonly IContextStrategy[],
    private readonly context: LeftoverContext,
  ) {
    this.offered = new Map(
      strategies.map((strategy) => [strategy, shareOf(context.sizeOf(strategy), context.budgetTokens)]),
    );
  }

  /** Ids of the strategies that can grow: required ones first, then by rank. */
  order({ outcomes, fitted }: FittedOutcomes): readonly string[] {
    const ranked = rankFragments(gatheredOf(outcomes)).filter((gathered) => this.canGrow(gathered, fitted));
    return [...ranked.filter(({ isRequired }) => isRequired), ...ranked.filter(({ isRequired }) => !isRequired)].map(
      ({ fragment }) => fragment.sourceId,
    );
  }

  async grow(strategyId: string, current: FittedOutcomes): Promise<FittedOutcomes> {
    const strategy = this.strategyOf(strategyId);
    const small = gatheredOf(current.outcomes).find(({ fragment }) => fragment.sourceId === strategyId);
    if (strategy === undefined || small === undefined) return current;
    let offer = this.offerTo(strategy, small, current);
    for (let attempt = 0; attempt < maxOffers && offer > this.offeredTo(strategy); attempt += 1) {
      const larger = await this.gatherLarger(strategy, small, offer);
      if (larger === undefined) break;
      const next = await this.fitWith(larger, current);
      // After the deadline, shortening is coarser, so the earlier result is better.
      if (this.context.deadline.aborted) return current;
      if (preservesOthers(next, current, strategyId)) {
        this.offered.set(strategy, offer);
        const [fromTokens, toTokens] = [tokensOf(current, strategyId), tokensOf(next, strategyId)];
        this.context.onGrown(strategyId, { fromTokens, toTokens });
        return next;
      }
      offer = Math.floor(offer * nextOffer);
    }
    return current;
  }

  /** Whether the strategy has more text, and its fragment was not cut to the budget. */
  private canGrow({ fragment }: GatheredFragment, { truncated }: FittedFragments): boolean {
    const { sourceId, tokenEstimate } = fragment;
    const strategy = this.strategyOf(sourceId);
    return (
      strategy !== undefined &&
      this.offeredTo(strategy) < this.context.sizeOf(strategy) &&
      originalTokensOf(fragment) > tokenEstimate &&
      !truncated.some((truncation) => truncation.sourceId === sourceId)
    );
  }

  private offerTo(strategy: IContextStrategy, { fragment }: GatheredFragment, current: FittedOutcomes): number {
    const isSent = current.fitted.kept.some((kept) => kept.fragment.sourceId === fragment.sourceId);
    const left = leftoverOf(current, this.context);
    const offer = isSent
      ? fragment.tokenEstimate + left
      : left - renderingOverhead(fragment, this.context.tokenCounter);
    return Math.min(this.context.sizeOf(strategy), offer);
  }

  /**
   * A larger fragment; `undefined` if the strategy has no more text or fails. It then gets only larger offers, or none
   * after a failure.
   */
  private async gatherLarger(
    strategy: IContextStrategy,
    small: GatheredFragment,
    offer: number,
  ): Promise<GatherOutcome | undefined> {
    const { signal, deadline, onGrowFailed } = this.context;
    try {
      const outcome = await gatherAgain(strategy, offer, this.context);
      const isLarger = 'gathered' in outcome && outcome.gathered.fragment.tokenEstimate > small.fragment.tokenEstimate;
      if (!isLarger) this.offered.set(strategy, offer);
      return isLarger ? outcome : undefined;
    } catch (error) {
      if (signal.aborted && !deadline.aborted) throw error;
      onGrowFailed(strategy.strategyId, error);
      this.offered.delete(strategy);
      return undefined;
    }
  }

  private async fitWith(larger: GatherOutcome, { outcomes }: FittedOutcomes): Promise<FittedOutcomes> {
    const replaced = await frameFragments(
      outcomes.map((outcome) => (isOfSameSource(outcome, larger) ? larger : outcome)),
      this.context,
    );
    return { outcomes: replaced, fitted: await fitToBudget(rankFragments(gatheredOf(replaced)), this.context) };
  }

  private strategyOf(strategyId: string): IContextStrategy | undefined {
    return [...this.offered.keys()].find((strategy) => strategy.strategyId === strategyId);
  }

  private offeredTo(strategy: IContextStrategy): number {
    return this.offered.get(strategy) ?? Number.POSITIVE_INFINITY;
  }
}

function leftoverOf({ fitted }: FittedOutcomes, { maxTokens }: LeftoverContext): number {
  const totalTokens = fitted.kept.reduce((sum, { fragment }) => sum + fragment.tokenEstimate, 0);
  return maxTokens - Math.max(fitted.renderedTokens, totalTokens);
}

/** Tokens of a strategy's sent fragment; 0 without one. */
function tokensOf({ fitted }: FittedOutcomes, strategyId: string): number {
  return fitted.kept.find(({ fragment }) => fragment.sourceId === strategyId)?.fragment.tokenEstimate ?? 0;
}

/**
 * Whether the grown fragment is sent completely, and every other one is as long as before or a duplicate of a sent one.
 */
function preservesOthers(next: FittedOutcomes, before: FittedOutcomes, grownId: string): boolean {
  if (next.fitted.truncated.some(({ sourceId }) => sourceId === grownId)) return false;
  if (tokensOf(next, grownId) <= tokensOf(before, grownId)) return false;
  return before.fitted.kept.every(({ fragment: { sourceId } }) => {
    const isHeld = next.fitted.skipped.some((entry) => entry.sourceId === sourceId && entry.reason === 'duplicate');
    if (isHeld || sourceId === grownId) return true;
    return tokensOf(next, sourceId) > 0 && cutTo(next, sourceId) >= cutTo(before, sourceId);
  });
}

/** Tokens to which a fragment was cut for the budget; infinite if it was not cut. */
function cutTo({ fitted }: FittedOutcomes, strategyId: string): number {
  return fitted.truncated.find(({ sourceId }) => sourceId === strategyId)?.toTokens ?? Number.POSITIVE_INFINITY;
}

function isOfSameSource(left: GatherOutcome, right: GatherOutcome): boolean {
  return (
    'gathered' in left && 'gathered' in right && left.gathered.fragment.sourceId === right.gathered.fragment.sourceId
  );
}
