import type { ConversationMessage } from '@lexichord/abstractions';
import { bestOf } from '@lexichord/text-index';

import { compareText } from '@lexichord/platform/internal';
import type { ConversationIndex } from './conversation-index.js';
import { tellingWords } from './query-words.js';

/** Turns that match best: what they talk of is taken for what is asked about. */
const maxTurns = 5;

/** Words that are taken from them. */
const maxWords = 8;

/** How much such a word counts, at most. */
const relatedWeight = 0.2;

/** Of a turn so much is read, in UTF-16 units. */
const maxReadLength = 4_096;

/**
 * Adds to the scores what the words say that the best turns have beside those of the query: other turns about the same
 * thing use them where they say it in other words than the query.
 */
export function addRelatedWords(
  scores: Float64Array,
  words: ReadonlyMap<string, number>,
  { messages, index, speakers }: ConversationIndex,
): void {
  const worth = new Map<string, number>();
  for (const turn of bestOf(scores, maxTurns)) {
    const { content } = messages[turn] as ConversationMessage;
    for (const word of tellingWords(content.slice(0, maxReadLength))) {
      if (words.has(word) || speakers.named.has(word)) continue;
      worth.set(word, (worth.get(word) ?? 0) + (scores[turn] as number) * index.rarityOf(word));
    }
  }
  const related = [...worth].sort(([a, x], [z, y]) => y - x || compareText(a, z)).slice(0, maxWords);
  const [, most] = related[0] ?? [];
  if (most === undefined) return;
  const weights = new Map(related.map(([word, share]) => [word, (share / most) * index.rarityOf(word)]));
  const factor = (relatedWeight * sumOf(weights)) / sumOf(words);
  for (const [turn, score] of index.scoreWords(weights).entries()) {
    if (score > 0) scores[turn] = (scores[turn] as number) + factor * score;
  }
}

function sumOf(weights: ReadonlyMap<string, number>): number {
  return [...weights.values()].reduce((sum, weight) => sum + weight, 0);
}
