import type { AssembledContext, ContextFragment } from '@lexichord/abstractions';

import type { AssemblyRecord } from '../../protocol/preview-message.js';
import type { FragmentView, SegmentExpansion } from '../preview-state.js';
import { formOf } from './fragment-form.js';
import { useInLastRequest } from './last-request-use.js';

/** What a fragment is seen beside. */
export interface FragmentSurroundings {
  readonly lastOfAgent: AssemblyRecord | undefined;
  readonly expansions: ReadonlyMap<string, SegmentExpansion>;
  readonly colorOf: (sourceId: string) => number;
}

/** A fragment of an assembly as the panel shows it. */
export function fragmentView(
  fragment: ContextFragment,
  { maxTokens, truncated, deduplicated }: Pick<AssembledContext, 'maxTokens' | 'truncated' | 'deduplicated'>,
  { lastOfAgent, expansions, colorOf }: FragmentSurroundings,
): FragmentView {
  const { sourceId, label, content, tokenEstimate, relevance, metadata } = fragment;
  const cut = truncated.find((entry) => entry.sourceId === sourceId);
  const copied = deduplicated.find((entry) => entry.sourceId === sourceId);
  return {
    sourceId,
    label,
    content,
    tokens: tokenEstimate,
    budgetShare: shareOf(tokenEstimate, maxTokens),
    relevance: shareOf(relevance, 1),
    form: formOf(metadata, expansions),
    color: colorOf(sourceId),
    use: useInLastRequest(fragment, lastOfAgent),
    ...(cut === undefined ? {} : { truncatedFrom: { tokens: cut.fromTokens, limit: cut.limit } }),
    ...(copied === undefined
      ? {}
      : {
          deduplicated: { blocks: copied.blocks, holders: copied.duplicateOf, fromTokens: copied.fromTokens },
        }),
  };
}

/** How much of a whole, 0 to 1; 0 of nothing. */
export function shareOf(part: number, whole: number): number {
  const share = part / whole;
  return Number.isNaN(share) ? 0 : Math.min(1, Math.max(0, share));
}
