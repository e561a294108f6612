import type { IContextStrategy } from '@lexichord/abstractions';

import { type FitContext, type FittedFragments, fitToBudget } from './fit-to-budget.js';
import { frameFragments } from './frame-fragments.js';
import { type GatherContext, type GatherOutcome, gatherAgain, gatheredOf, shareOf } from './gather-fragments.js';
import { type GatheredFragment, renderingOverhead } from './gathered-fragment.js';
import { originalTokensOf } from './measure-fragment.js';
import { rankFragments } from './rank-fragments.js';

/** What the strategies gave, and what of it is sent. */
interface FittedOutcomes {
  readonly outcomes: readonly GatherOutcome[];
  readonly fitted: FittedFragments;
}

/** What handing out needs beside the result so far. */
export interface LeftoverContext extends GatherContext, FitContext {
  /** Told when a fragment became larger. */
  readonly onGrown: (strategyId: string, tokens: { readonly fromTokens: number; readonly toTokens: number }) => void;
  /** Told when a strategy failed, or ran out of time, while it made its fragment larger; it keeps the one it had. */
  readonly onGrowFailed: (strategyId: string, error: unknown) => void;
}

/** Left-over budget that is not worth a strategy's work: the smaller of these tokens and this part of the budget. */
const maxNegligible = 100;
const negligiblePart = 0.05;

/** How often a strategy is offered less when its larger fragment left no room for what was there before. */
const maxOffers = 3;

/** What is offered again, as a part of what was offered and led to something lost. */
const nextOffer = 0.9;

/**
 * Gives what is left of the budget to the strategies that said that their share was too small (`originalTokens` in
 * the fragment's metadata): required ones first, then in rank order, each gathers again with what its fragment has and
 * what is left, at most its own size. Until nobody has a use for what is left, or less is left than is worth the work.
 *
 * Everything is fitted again with the larger fragment in place of the smaller one, so the budget and the duplicate rules
 * hold as before; a larger fragment that would cost another fragment its place or its length is not taken.
 *
 * @throws the reason of `signal` as soon as the caller cancels; a strategy's failure is never thrown
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

/** The strategies that may still grow, with what each was offered. */
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

  /** Ids of those that gave less than they have, in the order in which they are fitted. */
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
      // Past the deadline fragments are shortened in a coarser way: what was fitted before is better.
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

  /** Whether there is more than it gave, and it was not cut to the budget, which was larger than what is left now. */
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

  /** `undefined` when the strategy has no more to give or fails; it is not asked for as much, or at all, again. */
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

/** Tokens of a strategy in what is sent; 0 when it is not in it. */
function tokensOf({ fitted }: FittedOutcomes, strategyId: string): number {
  return fitted.kept.find(({ fragment }) => fragment.sourceId === strategyId)?.fragment.tokenEstimate ?? 0;
}

/** Whether the grown fragment is sent whole and longer, and every other as long as before or held by one that is sent. */
function preservesOthers(next: FittedOutcomes, before: FittedOutcomes, grownId: string): boolean {
  if (next.fitted.truncated.some(({ sourceId }) => sourceId === grownId)) return false;
  if (tokensOf(next, grownId) <= tokensOf(before, grownId)) return false;
  return before.fitted.kept.every(({ fragment: { sourceId } }) => {
    const isHeld = next.fitted.skipped.some((entry) => entry.sourceId === sourceId && entry.reason === 'duplicate');
    if (isHeld || sourceId === grownId) return true;
    return tokensOf(next, sourceId) > 0 && cutTo(next, sourceId) >= cutTo(before, sourceId);
  });
}

/** Tokens that a fragment was cut to for the budget. */
function cutTo({ fitted }: FittedOutcomes, strategyId: string): number {
  return fitted.truncated.find(({ sourceId }) => sourceId === strategyId)?.toTokens ?? Number.POSITIVE_INFINITY;
}

function isOfSameSource(left: GatherOutcome, right: GatherOutcome): boolean {
  return (
    'gathered' in left && 'gathered' in right && left.gathered.fragment.sourceId === right.gathered.fragment.sourceId
  );
}
