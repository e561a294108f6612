import {
  type AnchorPoint,
  CompressionLevel,
  type ConversationMessage,
  type ITokenCounter,
} from '@lexichord/abstractions';
import { bestOf } from '@lexichord/text-index/internal';

import { type ConversationIndex, summaryKey } from './conversation-index.js';
import { cutTurn, excerptOf } from './excerpt.js';
import { type OverviewLevel, rangeOf, RecallSelection } from './recall-selection.js';
import type { TurnScores } from './score-turns.js';

/** Number of best turns that are shown together with the question before them, or the answer after them. */
const pairedTurns = 5;

/** Maximum number of consecutive turns that do not fit, after which no more are tried. */
const maxMisses = 100;

/** Minimum number of tokens left for trying another turn; hardly any turn is shorter. */
const minLineTokens = 4;

/** Lower estimate of the tokens of a turn; few have fewer. */
const usualLineTokens = 8;

/** Minimum tokens of a cut turn; fewer have too little content. */
const minExcerptTokens = 24;

const noWords: ReadonlyMap<string, number> = new Map();

/** Candidates of a choice. */
export interface Choice {
  readonly index: ConversationIndex;
  /** Absent without a question: then time and importance decide. */
  readonly scores: TurnScores | undefined;
  readonly shares: RecallShares;
  /** Segments whose summaries are added if there is room, the most relevant first. */
  readonly overviews: readonly number[];
  readonly tokenCounter: ITokenCounter;
}

/** Chooses the turns and summaries to show, and their levels. */
export function chooseParts(choice: Choice): RecallSelection {
  const { shares, index, tokenCounter } = choice;
  const selection = new RecallSelection(index, tokenCounter, shares);
  addRecent(selection, choice, selection.tokens + shares.recentTokens);
  addRelevant(selection, choice, shares.maxTokens - shares.anchorTokens - shares.overviewTokens);
  addAnchors(selection, choice, selection.tokens + shares.anchorTokens);
  addOverviews(selection, choice, selection.tokens + shares.overviewTokens);
  addRelevant(selection, choice, shares.maxTokens);
  addOverviews(selection, choice, (selection.tokens + shares.maxTokens) / 2);
  addRecent(selection, choice, shares.maxTokens);
  return selection;
}

/** Adds turns from the last one back to the first that does not fit. */
function addRecent(selection: RecallSelection, { index, shares, tokenCounter }: Choice, limit: number): void {
  for (let turn = index.messages.length - 1; turn >= 0; turn -= 1) {
    if (limit - selection.tokens < minLineTokens) return;
    const tokens = selection.lineTokens(turn, shares.turnTokens);
    if (tokens !== undefined && selection.addFull(turn, tokens, limit)) continue;
    const isLong = tokens === undefined;
    const adding = { selection, limit, index, tokenCounter, words: noWords, shares };
    if (!isLong || !(selection.isShown(turn) || addExcerpt(turn, adding))) return;
  }
}

/** Adds turns in full if they fit, the most relevant first. */
function addRelevant(selection: RecallSelection, choice: Choice, limit: number): void {
  const { index, scores, shares, tokenCounter } = choice;
  if (scores === undefined) return;
  let misses = 0;
  const maxLines = Math.ceil(shares.maxTokens / usualLineTokens);
  for (const [rank, turn] of bestOf(scores.scores, maxLines).entries()) {
    if (limit - selection.tokens < minLineTokens || misses > maxMisses) return;
    const isAdded = addTurn(turn, { selection, limit, index, tokenCounter, words: scores.words, shares });
    misses = isAdded ? 0 : misses + 1;
    if (!isAdded) continue;
    selection.relevant.add(turn);
    const partner = rank < pairedTurns ? partnerOf(turn, index) : undefined;
    if (partner !== undefined) addTurn(partner, { selection, limit, index, tokenCounter, words: scores.words, shares });
  }
}

interface Adding {
  readonly selection: RecallSelection;
  readonly limit: number;
  readonly index: ConversationIndex;
  readonly tokenCounter: ITokenCounter;
  readonly words: ReadonlyMap<string, number>;
  readonly shares: RecallShares;
}

function addTurn(turn: number, adding: Adding): boolean {
  const { selection, limit, shares } = adding;
  const tokens = selection.lineTokens(turn, shares.turnTokens);
  if (tokens !== undefined) return selection.addFull(turn, tokens, limit);
  return selection.isShown(turn) || addExcerpt(turn, adding);
}

/** Adds excerpts of a turn that is too long to be shown in full. */
function addExcerpt(turn: number, { selection, limit, index, tokenCounter, words, shares }: Adding): boolean {
  const { content } = index.messages[turn] as ConversationMessage;
  const maxTokens = Math.min(shares.turnTokens, limit - selection.tokens - 16);
  if (maxTokens < minExcerptTokens || !selection.mayCut()) return false;
  const looked = index.words.stretches(content, turn, words);
  const key = `${turn}:${looked.map(({ start }) => start).join()}`;
  const long = index.longTurns.get(key) ?? cutTurn(content, looked);
  index.longTurns.set(key, long);
  const ranges = excerptOf(long, { words, maxTokens, tokenCounter });
  return selection.addExcerpt(turn, { ranges, isForAnchors: false }, limit);
}

/** The question before an answer, or the answer after a question. */
function partnerOf(
  turn: number,
  { messages, segmentOf, speakers: { numbers } }: ConversationIndex,
): number | undefined {
  const isPair = (one: number, other: number): boolean =>
    segmentOf[one] === segmentOf[other] && numbers[one] !== numbers[other];
  if (turn > 0 && isPair(turn, turn - 1) && isQuestion(messages[turn - 1])) return turn - 1;
  if (turn + 1 < messages.length && isPair(turn, turn + 1) && isQuestion(messages[turn])) return turn + 1;
  return undefined;
}

function isQuestion(message: ConversationMessage | undefined): boolean {
  return /[?？؟]["'”’)\s]*$/u.test(message?.content.slice(-200) ?? '');
}

/** Adds anchors by importance, preferring those near turns that match the question. */
function addAnchors(selection: RecallSelection, { index, scores }: Choice, limit: number): void {
  const turns: number[] = [];
  const anchors: AnchorPoint[] = [];
  const worth: number[] = [];
  for (const [turn, said] of index.anchors) {
    const nearness = scores === undefined ? turn / index.messages.length : (scores.scores[turn] ?? 0) / scores.best;
    for (const anchor of said) {
      turns.push(turn);
      anchors.push(anchor);
      worth.push(anchor.importance * (0.5 + nearness));
    }
  }
  let misses = 0;
  for (const number of bestOf(worth, maxMisses * 4)) {
    if (limit - selection.tokens < minLineTokens || misses > maxMisses) return;
    const excerpt = { ranges: [rangeOf(anchors[number] as AnchorPoint)], isForAnchors: true };
    misses = selection.addExcerpt(turns[number] as number, excerpt, limit) ? 0 : misses + 1;
  }
}

/** Adds tags of as many segments as fit, then brief summaries of the first ones. */
function addOverviews(selection: RecallSelection, { index, overviews }: Choice, limit: number): void {
  const hidden = overviews.filter((segment) => !selection.isSegmentShown(segment));
  const levels: readonly OverviewLevel[] = [CompressionLevel.tags, CompressionLevel.brief];
  for (const level of levels) {
    for (const segment of hidden) {
      const text = index.summaries.get(summaryKey(index.segments[segment]?.segmentId ?? '', level));
      if (text === undefined || text.trim() === '') continue;
      if (level === CompressionLevel.brief && !selection.overviews.has(segment)) continue;
      selection.addOverview(segment, { level, text }, limit);
    }
  }
}

/** The division of a budget, in tokens. */
interface RecallShares {
  /** For the whole recall. */
  readonly maxTokens: number;
  /** Tokens that are used before anything is chosen. */
  readonly usedTokens: number;
  /** For the last turns. */
  readonly recentTokens: number;
  /** For anchors. */
  readonly anchorTokens: number;
  /** For summaries of segments. */
  readonly overviewTokens: number;
  /** Maximum for a turn; a longer one is cut. */
  readonly turnTokens: number;
}

interface BudgetToDivide {
  readonly maxTokens: number;
  readonly usedTokens: number;
  readonly hasQuery: boolean;
}

/**
 * Divides a budget. With a question, nearly all of a small budget is for the turns that answer it, because tokens are
 * most useful there. In a larger budget, additional turns are less useful, so the other parts get a larger share.
 */
export function divideBudget({ maxTokens, usedTokens, hasQuery }: BudgetToDivide): RecallShares {
  const room = Math.max(0, maxTokens - usedTokens);
  const others = hasQuery ? Math.min(0.12, maxTokens / 25_000) : 0.4;
  const part = (share: number): number => Math.floor(room * share);
  return {
    maxTokens,
    usedTokens,
    recentTokens: part(hasQuery ? 0.1 : 0.6),
    anchorTokens: part(others / 2),
    overviewTokens: part(others / 2),
    turnTokens: Math.max(40, part(hasQuery ? 0.25 : 0.4)),
  };
}
