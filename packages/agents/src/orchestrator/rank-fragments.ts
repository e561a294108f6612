import type { GatheredFragment } from './gathered-fragment.js';

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
