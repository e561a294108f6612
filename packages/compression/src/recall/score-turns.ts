import type { AnchorKind, ConversationMessage } from '@lexichord/abstractions';
import { compareText } from '@lexichord/platform/internal';
import { indexWords } from '@lexichord/text-index';
import { bestOf, stemOf } from '@lexichord/text-index/internal';

import type { ConversationIndex } from './conversation-index.js';

/**
 * Weight of a speaker's name: it identifies the person of a question; a turn that mentions the name is rarely relevant.
 */
const nameWeight = 0.3;

/**
 * Factor for turns of a person that the question names: questions about a person are mostly answered by that person.
 */
const speakerFactor = 2;

/** Share of a turn's score that its neighbour gets, decreasing with distance: adjacent turns often have one subject. */
const neighbourShare = 0.5;

/** Relevance of each turn to a query. */
export interface TurnScores {
  /** By turn; 0 for an irrelevant one. */
  readonly scores: Float64Array;
  /** Score of the most relevant turn. */
  readonly best: number;
  /** Words of the question, each with its weight. */
  readonly words: ReadonlyMap<string, number>;
}

/** @returns `undefined` if no turn matches the query */
export function scoreTurns(conversation: ConversationIndex, query: string): TurnScores | undefined {
  const words = weighedWords(conversation, query);
  if (words.size === 0) return undefined;
  const found = conversation.index.scoreWords(words);
  addRelatedWords(found, words, conversation);
  const scores = spread(found, conversation);
  addAnchorScores(scores, words, conversation);
  favour(scores, speakersOfQuery(conversation, words), conversation);
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

/** Speakers that a question names; `undefined` if it names none or all of them. */
function speakersOfQuery(
  { speakers: { named, count } }: ConversationIndex,
  words: ReadonlyMap<string, number>,
): ReadonlySet<number> | undefined {
  const speakersNamed = new Set([...words.keys()].flatMap((word) => [...(named.get(word) ?? [])]));
  return speakersNamed.size === 0 || speakersNamed.size === count ? undefined : speakersNamed;
}

function favour(
  scores: Float64Array,
  preferred: ReadonlySet<number> | undefined,
  { speakers }: ConversationIndex,
): void {
  if (preferred === undefined) return;
  for (let turn = 0; turn < scores.length; turn += 1) {
    if (preferred.has(speakers.numbers[turn] as number)) scores[turn] = (scores[turn] as number) * speakerFactor;
  }
}

/** Adds to each turn's own score a share of its neighbours', up to the next pause. */
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

/** Number of best matching turns that provide related words. */
const maxTurns = 5;

/** Maximum number of related words. */
const maxWords = 8;

/** Maximum weight of a related word, relative to a word of the query. */
const relatedWeight = 0.2;

/** Maximum length that is read of a turn, in UTF-16 units. */
const maxReadLength = 4_096;

/**
 * Adds scores for other words of the best turns: turns about the same subject may use them instead of the words of the
 * query.
 */
function addRelatedWords(
  scores: Float64Array,
  words: ReadonlyMap<string, number>,
  { messages, index, speakers }: ConversationIndex,
): void {
  const worth = new Map<string, number>();
  for (const turn of bestOf(scores, maxTurns)) {
    const { content } = messages[turn] as ConversationMessage;
    for (const word of distinctiveWords(content.slice(0, maxReadLength))) {
      if (words.has(word) || speakers.named.has(word)) continue;
      worth.set(word, (worth.get(word) ?? 0) + (scores[turn] as number) * index.rarityOf(word));
    }
  }
  const related = [...worth].sort(([a, x], [z, y]) => y - x || compareText(a, z)).slice(0, maxWords);
  const [, max] = related[0] ?? [];
  if (max === undefined) return;
  const weights = new Map(related.map(([word, share]) => [word, (share / max) * index.rarityOf(word)]));
  const factor = (relatedWeight * sumOf(weights)) / sumOf(words);
  for (const [turn, score] of index.scoreWords(weights).entries()) {
    if (score > 0) scores[turn] = (scores[turn] as number) + factor * score;
  }
}

function sumOf(weights: ReadonlyMap<string, number>): number {
  return [...weights.values()].reduce((sum, weight) => sum + weight, 0);
}

/** Words that request a kind of statement. The statements use other words: a decision rarely contains "decide". */
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
 * Scores a turn with a statement of a kind that the query requests as if it had the requesting word, in proportion to
 * the statement's importance.
 *
 * @param scores by turn, added to
 * @param words of the query, each with its weight
 */
function addAnchorScores(
  scores: Float64Array,
  words: ReadonlyMap<string, number>,
  { anchors }: Pick<ConversationIndex, 'anchors'>,
): void {
  const weights = weightsByKind(words);
  if (weights.size === 0) return;
  for (const [turn, said] of anchors) {
    let max = 0;
    for (const { kind, importance } of said) max = Math.max(max, importance * (weights.get(kind) ?? 0));
    scores[turn] = (scores[turn] as number) + max;
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

/** Maximum length of a query, in UTF-16 units; longer ones are cut. */
const maxQueryLength = 20_000;

/** Maximum number of words of a query that count: the rarest ones of a long query, such as a paragraph. */
const maxQueryWords = 32;

/** Stop words of questions and conversations, besides those of every index; in lower case. */
const wordsOfTalk =
  'about above after again all also am any because been before being below both but could did doing don down during ' +
  'each else few further had has have having he her here hers herself him himself his just me mine more most must my ' +
  'myself no nor now off only other our ours out over own same shall she should so some such them themselves they too ' +
  'under until up very were whom whose will without would your yours yourself may might us onto while against once ' +
  'll re ve doesn didn isn aren wasn weren hasn haven hadn won wouldn couldn shouldn';

let stems: ReadonlySet<string> | undefined;

/** The distinct content words of a query, stemmed, in its order. */
export function queryWords(query: string): readonly string[] {
  return distinctiveWords(query.slice(0, maxQueryLength));
}

/** The distinct content words of a text, stemmed, in its order. */
function distinctiveWords(text: string): readonly string[] {
  stems ??= new Set(wordsOfTalk.split(' ').map(stemOf));
  const passed = stems;
  return [...new Set(indexWords(text))].filter((word) => !passed.has(word));
}
