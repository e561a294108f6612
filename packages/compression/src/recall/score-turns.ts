import { addAskedAnchors } from './add-asked-anchors.js';
import { addRelatedWords } from './add-related-words.js';
import type { ConversationIndex } from './conversation-index.js';
import { maxQueryWords, queryWords } from './query-words.js';

/** A speaker's name tells whom a question is about; that a turn says the name tells little. */
const nameWeight = 0.3;

/** What is asked about somebody was mostly said by that person: that person's turns count twice. */
const speakerFactor = 2;

/** So much of a turn's score is its neighbour's, of that again so much the next one's: talk goes on about a thing. */
const neighbourShare = 0.5;

/** How much each turn matters to a query. */
export interface TurnScores {
  /** By turn; 0 for one that does not matter. */
  readonly scores: Float64Array;
  /** Of the turn that matters most. */
  readonly best: number;
  /** What was looked for, with how much each word tells. */
  readonly words: ReadonlyMap<string, number>;
}

/** `undefined` when no turn has a word of the query. */
export function scoreTurns(conversation: ConversationIndex, query: string): TurnScores | undefined {
  const words = weighedWords(conversation, query);
  if (words.size === 0) return undefined;
  const found = conversation.index.scoreWords(words);
  addRelatedWords(found, words, conversation);
  const scores = spread(found, conversation);
  addAskedAnchors(scores, words, conversation);
  favour(scores, askedSpeakers(conversation, words), conversation);
  let best = 0;
  for (const score of scores) best = Math.max(best, score);
  return best === 0 ? undefined : { scores, best, words };
}

function weighedWords({ index, speakers }: ConversationIndex, query: string): ReadonlyMap<string, number> {
  const weighed = queryWords(query).map((word): [string, number] => {
    const rarity = index.rarityOf(word);
    return [word, speakers.named.has(word) ? nameWeight * rarity : rarity];
  });
  if (weighed.length <= maxQueryWords) return new Map(weighed);
  return new Map(weighed.toSorted(([, a], [, z]) => z - a).slice(0, maxQueryWords));
}

/** Whom a question is about; nobody when it names nobody or everybody. */
function askedSpeakers(
  { speakers: { named, count } }: ConversationIndex,
  words: ReadonlyMap<string, number>,
): ReadonlySet<number> | undefined {
  const asked = new Set([...words.keys()].flatMap((word) => [...(named.get(word) ?? [])]));
  return asked.size === 0 || asked.size === count ? undefined : asked;
}

function favour(scores: Float64Array, asked: ReadonlySet<number> | undefined, { speakers }: ConversationIndex): void {
  if (asked === undefined) return;
  for (let turn = 0; turn < scores.length; turn += 1) {
    if (asked.has(speakers.numbers[turn] as number)) scores[turn] = (scores[turn] as number) * speakerFactor;
  }
}

/** Each turn's own score and a share of its neighbours', up to where the talk paused. */
function spread(found: Float64Array, { isAfterPause }: ConversationIndex): Float64Array {
  const scores = Float64Array.from(found);
  let before = 0;
  for (let turn = 0; turn < scores.length; turn += 1) {
    if (isAfterPause[turn] === 1) before = 0;
    scores[turn] = (scores[turn] as number) + before;
    before = neighbourShare * (before + (found[turn] as number));
  }
  let after = 0;
  for (let turn = scores.length - 1; turn >= 0; turn -= 1) {
    scores[turn] = (scores[turn] as number) + after;
    after = isAfterPause[turn] === 1 ? 0 : neighbourShare * (after + (found[turn] as number));
  }
  return scores;
}
