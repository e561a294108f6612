import {
  type ContextFragment,
  fragmentSeparator,
  type IContextStrategy,
  type ITokenCounter,
  renderFragment,
  type WithheldSecret,
} from '@lexichord/abstractions';
import { fence } from '@lexichord/platform/internal';

/** A fragment in the pipeline, with the facts that later stages need. */
export interface GatheredFragment {
  /** Priority of the strategy; higher is more important. */
  readonly priority: number;
  /** The strategy's fragment, except that `tokenEstimate` counts {@link sentFragment}. */
  readonly fragment: ContextFragment;
  /** Maximum number of tokens. */
  readonly maxTokens: number;
  /** Whether the budget requires the strategy. */
  readonly isRequired: boolean;
  /**
   * Ratio of the tokens that the strategy claims to those that the orchestrator counts, at least 1. Kept when the
   * fragment is shortened, so that a claim never shrinks by more than the text.
   */
  readonly inflation: number;
  /** Secrets that were replaced in it. */
  readonly secrets: readonly WithheldSecret[];
  /** The strategy's method to shorten the fragment; absent after the fragment was changed. */
  readonly shorten: IContextStrategy['shorten'];
  /** Whether the strategy quoted foreign text by `quoteFrom`. */
  readonly isQuoted: boolean;
  /** Whether it is sent in a code fence. Comparing and cutting apply to the text inside. */
  readonly isFramed: boolean;
}

/** The fragment as it is sent. */
export function sentFragment({ fragment, isFramed }: GatheredFragment): ContextFragment {
  return isFramed ? { ...fragment, content: fence(fragment.content) } : fragment;
}

/** Tokens of a content as it is sent, including its fence. */
export function countSent(
  content: string,
  { isFramed }: Pick<GatheredFragment, 'isFramed'>,
  tokenCounter: ITokenCounter,
): number {
  return tokenCounter.countTokens(isFramed ? fence(content) : content);
}

/**
 * Tokens that a fragment adds to the rendered context: heading, content and the separator after it.
 *
 * Each rendered fragment starts with `## ` right after a line end. No token of either encoding spans such a position,
 * so the costs of the fragments add up to the tokens of the whole.
 */
export function renderedCost(fragment: ContextFragment, tokenCounter: ITokenCounter): number {
  return tokenCounter.countTokens(renderFragment(fragment) + fragmentSeparator);
}

/** Tokens that a fragment needs besides its content; approximate, because they depend on the end of the content. */
export function renderingOverhead(fragment: ContextFragment, tokenCounter: ITokenCounter): number {
  return renderedCost({ ...fragment, content: 'x' }, tokenCounter) - 1;
}

/** Sorts by priority, then relevance, both descending, then by id: a total order, independent of arrival. */
export function rankFragments(fragments: readonly GatheredFragment[]): readonly GatheredFragment[] {
  return fragments.toSorted(compareRank);
}

/** Negative when `left` comes first. */
export function compareRank(left: GatheredFragment, right: GatheredFragment): number {
  return (
    right.priority - left.priority ||
    right.fragment.relevance - left.fragment.relevance ||
    (left.fragment.sourceId < right.fragment.sourceId ? -1 : 1)
  );
}
