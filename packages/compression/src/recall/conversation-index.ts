import type { AnchorPoint, CompressionLevel, ConversationMessage } from '@lexichord/abstractions';
import { type TextIndex, indexWords } from '@lexichord/text-index';
import type { LRUCache } from 'lru-cache';

import { needsTime } from '../render/render-messages.js';
import { headOf, nameOf } from '../render/turn-lines.js';
import type { LongTurn } from './excerpt.js';
import type { TurnWords } from './turn-words.js';

/** A segment as a run of turns. */
export interface TurnSegment {
  readonly segmentId: string;
  /** Index of its first message in the conversation. */
  readonly firstTurn: number;
  /** Exclusive. */
  readonly endTurn: number;
  /** Tokens at level Full. */
  readonly tokens: number;
}

/** A conversation in memory, prepared for questions. A turn is the index of a message. */
export interface ConversationIndex {
  readonly conversationId: string;
  /** Head of the conversation when it was read. */
  readonly head: string;
  /** The store's number of the conversation, read before anything else. */
  readonly life: number | undefined;
  /** With placeholders instead of secrets. */
  readonly messages: readonly ConversationMessage[];
  /** Rules that found secrets, by turn. */
  readonly secrets: ReadonlyMap<number, readonly string[]>;
  /** In the order of the conversation, without gaps; the last one may be open. */
  readonly segments: readonly TurnSegment[];
  /** Index of the segment of each turn. */
  readonly segmentOf: Uint32Array;
  /** 1 for a turn after a pause. */
  readonly isAfterPause: Uint8Array;
  readonly speakers: Speakers;
  readonly words: TurnWords;
  /** Index of the words; a document is a turn. */
  readonly index: TextIndex;
  /** By turn, in the order of the conversation. */
  readonly anchors: ReadonlyMap<number, readonly AnchorPoint[]>;
  /** Summaries of segments at Brief and Tags that were needed so far; grows. */
  readonly summaries: Map<string, string>;
  /** By turn and stretches; the most recently used ones. */
  readonly longTurns: LRUCache<string, LongTurn>;
  /** Tokens of each turn's line, 0 if not counted yet; grows. */
  readonly lineTokens: Uint32Array;
}

/** Speakers of the turns. */
export interface Speakers {
  /** A number for each turn, the same for the same speaker. */
  readonly numbers: Uint32Array;
  readonly count: number;
  /** Numbers of the speakers that a word of a question can name, by the word. */
  readonly named: ReadonlyMap<string, ReadonlySet<number>>;
}

/** Key of {@link ConversationIndex.summaries}. */
export function summaryKey(segmentId: string, level: CompressionLevel): string {
  return `${segmentId}:${level}`;
}

export function speakersOf(messages: readonly ConversationMessage[]): Speakers {
  const numbers = new Uint32Array(messages.length);
  const known = new Map<string, number>();
  const named = new Map<string, Set<number>>();
  for (const [turn, message] of messages.entries()) {
    const head = headOf(message);
    let number = known.get(head);
    if (number === undefined) {
      number = known.size;
      known.set(head, number);
      for (const word of indexWords(nameOf(message))) named.set(word, (named.get(word) ?? new Set()).add(number));
    }
    numbers[turn] = number;
  }
  return { numbers, count: known.size, named };
}

/** See {@link ConversationIndex.isAfterPause}; messages without a time follow without a pause. */
export function pausesIn(messages: readonly ConversationMessage[]): Uint8Array {
  const pauses = new Uint8Array(messages.length);
  let before: number | undefined;
  for (const [turn, { timestampMs }] of messages.entries()) {
    if (before !== undefined && needsTime(timestampMs, before)) pauses[turn] = 1;
    before = timestampMs ?? before;
  }
  return pauses;
}

/** The index of the segment of each turn. */
export function segmentNumbers(segments: readonly TurnSegment[], turns: number): Uint32Array {
  const numbers = new Uint32Array(turns);
  for (const [number, { firstTurn, endTurn }] of segments.entries()) numbers.fill(number, firstTurn, endTurn);
  return numbers;
}

export function anchorsByTurn(
  anchors: readonly AnchorPoint[],
  messages: readonly ConversationMessage[],
): ReadonlyMap<number, readonly AnchorPoint[]> {
  if (anchors.length === 0) return new Map();
  const turns = new Map(messages.map(({ id }, turn) => [id, turn]));
  const found = new Map<number, AnchorPoint[]>();
  for (const anchor of anchors) {
    const turn = turns.get(anchor.messageId);
    const placed = turn === undefined ? undefined : placedIn(messages[turn]?.content ?? '', anchor);
    if (turn === undefined || placed === undefined) continue;
    const known = found.get(turn);
    if (known === undefined) found.set(turn, [placed]);
    else known.push(placed);
  }
  return found;
}

/**
 * An anchor at its current position: older versions read other words from a message's parts. `undefined` if the message
 * lacks it.
 */
function placedIn(content: string, anchor: AnchorPoint): AnchorPoint | undefined {
  const { text, startOffset } = anchor;
  if (content.startsWith(text, startOffset)) return anchor;
  const start = content.indexOf(text);
  return start === -1 ? undefined : { ...anchor, startOffset: start, endOffset: start + text.length };
}
