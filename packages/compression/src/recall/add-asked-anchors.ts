import type { AnchorKind } from '@lexichord/abstractions';
import { stemOf } from '@lexichord/text-index';

import type { ConversationIndex } from './conversation-index.js';

/** Words by which people ask for a kind of statement, whose own words are others: nobody says "decide" when deciding. */
const cues: Readonly<Partial<Record<AnchorKind, string>>> = {
  decision: 'decide decided decision choose chose chosen agree agreed agreement settle settled conclude',
  commitment: 'promise promised commit committed commitment todo deadline',
  'unresolved-question': 'unresolved unanswered pending undecided',
  correction: 'correct corrected correction',
  'user-preference': 'prefer preferred preference',
  error: 'error fail failed failure crash crashed exception',
};

let kindsByStem: ReadonlyMap<string, readonly AnchorKind[]> | undefined;

/**
 * A turn with a statement of a kind that the query asks for is found as if it had the word that asks for it, in proportion
 * to the statement's importance.
 *
 * @param scores by turn, added to
 * @param words of the query, with how much each tells
 */
export function addAskedAnchors(
  scores: Float64Array,
  words: ReadonlyMap<string, number>,
  { anchors }: Pick<ConversationIndex, 'anchors'>,
): void {
  const weights = weightsByKind(words);
  if (weights.size === 0) return;
  for (const [turn, said] of anchors) {
    let most = 0;
    for (const { kind, importance } of said) most = Math.max(most, importance * (weights.get(kind) ?? 0));
    scores[turn] = (scores[turn] as number) + most;
  }
}

function weightsByKind(words: ReadonlyMap<string, number>): ReadonlyMap<AnchorKind, number> {
  kindsByStem ??= readCues();
  const weights = new Map<AnchorKind, number>();
  for (const [word, weight] of words) {
    for (const kind of kindsByStem.get(word) ?? []) weights.set(kind, Math.max(weight, weights.get(kind) ?? 0));
  }
  return weights;
}

function readCues(): ReadonlyMap<string, readonly AnchorKind[]> {
  const kinds = new Map<string, AnchorKind[]>();
  for (const [kind, listed] of Object.entries(cues) as [AnchorKind, string][]) {
    for (const stem of new Set(listed.split(' ').map(stemOf))) kinds.set(stem, [...(kinds.get(stem) ?? []), kind]);
  }
  return kinds;
}
