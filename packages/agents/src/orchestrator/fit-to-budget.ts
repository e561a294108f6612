import {
  type DeduplicatedFragment,
  type SkippedStrategy,
  type TruncatedFragment,
  combineContent,
  hasContent,
} from '@lexichord/abstractions';

import { ComparableText } from './comparable-text.js';
import {
  type ComparableFragment,
  type Holder,
  cutDuplicates,
  isWholeDuplicate,
  toComparable,
} from './cut-duplicates.js';
import {
  compareRank,
  countSent,
  type GatheredFragment,
  renderedCost,
  renderingOverhead,
  sentFragment,
} from './gathered-fragment.js';
import { type ShrinkContext, shrinkFragment } from './shrink-fragment.js';

/** Minimum of tokens left for truncating a fragment (DES-072c §5.2): a shorter one would not be useful. */
const minTruncation = 100;

/** Options of {@link fitToBudget}. */
export interface FitContext extends ShrinkContext {
  /** Maximum number of tokens of the rendered context. */
  readonly maxTokens: number;
  /** Similarity from which texts are duplicates; `undefined` disables the duplicate rules. */
  readonly duplicateThreshold: number | undefined;
}

/** The sent fragments, and the changes that made them fit. */
export interface FittedFragments {
  /** Best first. */
  readonly kept: readonly GatheredFragment[];
  readonly renderedTokens: number;
  readonly truncated: readonly TruncatedFragment[];
  readonly deduplicated: readonly DeduplicatedFragment[];
  readonly skipped: readonly SkippedStrategy[];
  readonly warnings: readonly string[];
}

/**
 * Fits ranked fragments into the budget: required ones first, then the rest. The first fragment that is too large is
 * shortened if at least 100 tokens are left; after it, only fragments that fit completely are added (DES-072c §5.2).
 *
 * Each fragment is compared with the result so far, so that text is only cut as a duplicate of text that is sent.
 *
 * The rendered text, counted as a whole, never exceeds the budget.
 */
export async function fitToBudget(ranked: readonly GatheredFragment[], context: FitContext): Promise<FittedFragments> {
  let { maxTokens } = context;
  const framing = context.framing.withLabels(ranked.map(({ fragment }) => fragment.label));
  for (;;) {
    const fitted = await fitOnce(ranked, { ...context, maxTokens, framing });
    // Costs have added up exactly in every measured case; counting the whole text guarantees the limit.
    const excess = fitted.renderedTokens - context.maxTokens;
    if (excess <= 0) return fitted;
    maxTokens -= excess;
  }
}

async function fitOnce(ranked: readonly GatheredFragment[], context: FitContext): Promise<FittedFragments> {
  const fit = new Fit(context);
  for (const candidate of fittingOrder(ranked, context.duplicateThreshold)) await fit.add(candidate);
  return fit.finish();
}

/**
 * Required fragments first, each group best first. A selection precedes a fragment of its group that repeats it, so
 * that the other one is dropped.
 */
function fittingOrder(
  ranked: readonly GatheredFragment[],
  duplicateThreshold: number | undefined,
): readonly GatheredFragment[] {
  const ordered = [...ranked.filter(({ isRequired }) => isRequired), ...ranked.filter(({ isRequired }) => !isRequired)];
  const at = ordered.findIndex(({ fragment }) => fragment.sourceId === 'selection');
  const selection = ordered[at];
  if (selection === undefined || duplicateThreshold === undefined) return ordered;
  const text = new ComparableText(selection.fragment.content);
  const twin = ordered.findIndex(
    ({ fragment, isRequired }, index) =>
      index < at &&
      isRequired === selection.isRequired &&
      isWholeDuplicate(new ComparableText(fragment.content), text, duplicateThreshold),
  );
  return twin < 0
    ? ordered
    : [...ordered.slice(0, twin), selection, ...ordered.slice(twin).filter((f) => f !== selection)];
}

/** A fragment without duplicate blocks, and the record of the cut. */
interface DistinctFragment {
  readonly rest: ComparableFragment;
  readonly cut?: DeduplicatedFragment;
}

/** One pass over the fragments, with the result so far. */
class Fit {
  private readonly holders: Holder[] = [];
  private readonly truncated: TruncatedFragment[] = [];
  private readonly deduplicated: DeduplicatedFragment[] = [];
  private readonly skipped: SkippedStrategy[] = [];
  private readonly warnings: string[] = [];
  private renderedTokens = 0;
  private totalTokens = 0;
  private hasTruncated = false;

  constructor(private readonly context: FitContext) {}

  async add(candidate: GatheredFragment): Promise<void> {
    const distinct = this.withoutDuplicates(toComparable(candidate));
    if (distinct === undefined) return;
    const isKept = this.keepWhole(distinct.rest) || (await this.keepShortened(distinct.rest));
    if (isKept && distinct.cut !== undefined) this.deduplicated.push(distinct.cut);
  }

  finish(): FittedFragments {
    const kept = this.holders.map(({ gathered }) => gathered).toSorted(compareRank);
    const { truncated, deduplicated, skipped, warnings } = this;
    const text = combineContent({ fragments: kept.map(sentFragment) });
    return {
      kept,
      renderedTokens: this.context.tokenCounter.countTokens(text),
      truncated,
      deduplicated,
      skipped,
      warnings,
    };
  }

  private withoutDuplicates(candidate: ComparableFragment): DistinctFragment | undefined {
    const { duplicateThreshold } = this.context;
    if (duplicateThreshold === undefined) return { rest: candidate };
    const { fragment } = candidate.gathered;
    const { sourceId, tokenEstimate } = fragment;
    const verdict = cutDuplicates(candidate, this.holders, duplicateThreshold);
    switch (verdict.kind) {
      case 'distinct':
        return { rest: candidate };
      case 'duplicate': {
        const holder = verdict.holder.gathered.fragment;
        this.skipped.push({
          sourceId,
          reason: 'duplicate',
          message: `${fragment.label} is the same or nearly the same as ${holder.label}.`,
          tokens: tokenEstimate,
          duplicateOf: holder.sourceId,
        });
        return undefined;
      }
      case 'partly': {
        const rest = this.recount(candidate.gathered, verdict.content);
        // A pointer to a holder with a long label can cost more than the block it replaces.
        if (rest.gathered.fragment.tokenEstimate >= tokenEstimate) return { rest: candidate };
        const cut: DeduplicatedFragment = {
          sourceId,
          duplicateOf: verdict.holders.map(({ gathered }) => gathered.fragment.sourceId),
          blocks: verdict.blocks,
          fromTokens: tokenEstimate,
          toTokens: rest.gathered.fragment.tokenEstimate,
        };
        return { rest, cut };
      }
    }
  }

  private recount(candidate: GatheredFragment, content: string): ComparableFragment {
    const { tokenCounter, framing } = this.context;
    const isFramed = candidate.isFramed || framing.needsFrame({ content }, candidate);
    const tokens = Math.ceil(countSent(content, { isFramed }, tokenCounter) * candidate.inflation);
    // Without the strategy's own method of shortening, which needs the fragment before the cut.
    const fragment = { ...candidate.fragment, content, tokenEstimate: tokens };
    return toComparable({ ...candidate, isFramed, fragment, shorten: undefined });
  }

  private keepWhole(candidate: ComparableFragment): boolean {
    const { maxTokens, tokenCounter } = this.context;
    const { fragment } = candidate.gathered;
    if (this.totalTokens + fragment.tokenEstimate > maxTokens) return false;
    const cost = renderedCost(sentFragment(candidate.gathered), tokenCounter);
    if (this.renderedTokens + cost > maxTokens) return false;
    this.holders.push(candidate);
    this.renderedTokens += cost;
    this.totalTokens += fragment.tokenEstimate;
    return true;
  }

  private async keepShortened({ gathered: candidate }: ComparableFragment): Promise<boolean> {
    const { sourceId, label, tokenEstimate } = candidate.fragment;
    const left = this.tokensLeft();
    const mayShorten = candidate.isRequired || (!this.hasTruncated && left >= minTruncation);
    const shorter = mayShorten ? await this.shortenTo(candidate, left) : undefined;
    if (shorter !== undefined && this.keepWhole(toComparable(shorter))) {
      this.hasTruncated ||= !candidate.isRequired;
      const toTokens = shorter.fragment.tokenEstimate;
      this.truncated.push({ sourceId, fromTokens: tokenEstimate, toTokens, limit: 'budget' });
      if (candidate.isRequired) {
        this.warnings.push(
          `${label} is required and was cut from ${tokenEstimate} to ${toTokens} tokens to fit the budget.`,
        );
      }
      return true;
    }
    const message = `${label} needs ${tokenEstimate} tokens; ${left} of the budget's ${this.context.maxTokens} are left.`;
    this.skipped.push({ sourceId, reason: 'over-budget', message, tokens: tokenEstimate });
    if (candidate.isRequired) this.warnings.push(`${label} is required, but no useful part of it fits the budget.`);
    return false;
  }

  /** Shortens until heading and separator fit too; their cost depends on the end of the text. */
  private async shortenTo(candidate: GatheredFragment, left: number): Promise<GatheredFragment | undefined> {
    const { tokenCounter, maxTokens } = this.context;
    let target = Math.min(left - renderingOverhead(candidate.fragment, tokenCounter), maxTokens - this.totalTokens);
    while (target >= 1) {
      const shorter = await shrinkFragment(candidate, target, this.context);
      if (shorter === undefined || !hasContent(shorter.fragment)) return undefined;
      const excess = renderedCost(sentFragment(shorter), tokenCounter) - left;
      if (excess <= 0) return shorter;
      target -= excess;
    }
    return undefined;
  }

  private tokensLeft(): number {
    return this.context.maxTokens - this.renderedTokens;
  }
}
