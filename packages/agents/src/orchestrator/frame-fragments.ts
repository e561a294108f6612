import type { ITokenCounter } from '@lexichord/abstractions';

import type { GatherOutcome } from './gather-fragments.js';
import { countSent, type GatheredFragment } from './gathered-fragment.js';
import { type ShrinkContext, shrinkFragment } from './shrink-fragment.js';

/**
 * Puts fragments into a code fence if their text could be mistaken for another fragment, or if `context.framing`
 * requires it for all. The fence counts towards the maximum tokens of a fragment.
 *
 * @returns outcomes in the same order
 */
export async function frameFragments(
  outcomes: readonly GatherOutcome[],
  context: ShrinkContext,
): Promise<readonly GatherOutcome[]> {
  const labels = outcomes.flatMap((outcome) => ('gathered' in outcome ? [outcome.gathered.fragment.label] : []));
  const framing = context.framing.withLabels(labels);
  return Promise.all(
    outcomes.map(async (outcome) => {
      if (!('gathered' in outcome) || outcome.gathered.isFramed) return outcome;
      const { gathered } = outcome;
      return framing.needsFrame(gathered.fragment, gathered) ? frame(outcome, context) : outcome;
    }),
  );
}

async function frame(
  { gathered, truncated }: Extract<GatherOutcome, { gathered: unknown }>,
  context: ShrinkContext,
): Promise<GatherOutcome> {
  const framed = withFrame(gathered, context.tokenCounter);
  const { sourceId, label, tokenEstimate } = framed.fragment;
  const fitting = await shrinkFragment(framed, gathered.maxTokens, context);
  if (fitting === undefined) {
    const message = `${label} and the fence around it do not fit into its limit of ${gathered.maxTokens} tokens.`;
    return { skipped: { sourceId, reason: 'over-budget', message, tokens: tokenEstimate } };
  }
  const toTokens = fitting.fragment.tokenEstimate;
  if (truncated === undefined && toTokens === tokenEstimate) return { gathered: fitting };
  const fromTokens = truncated?.fromTokens ?? tokenEstimate;
  return { gathered: fitting, truncated: { sourceId, fromTokens, toTokens, limit: 'strategy' } };
}

function withFrame(gathered: GatheredFragment, tokenCounter: ITokenCounter): GatheredFragment {
  const { fragment } = gathered;
  const tokens = countSent(fragment.content, { isFramed: true }, tokenCounter);
  const tokenEstimate = fragment.tokenEstimate + tokens - tokenCounter.countTokens(fragment.content);
  const inflation = Math.max(1, tokenEstimate / Math.max(1, tokens));
  return { ...gathered, isFramed: true, inflation, fragment: { ...fragment, tokenEstimate } };
}
