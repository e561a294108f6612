import {
  type CallOptions,
  CompressionLevel,
  type ConversationHead,
  type ConversationMessage,
  type ICompressionStore,
  type ISecretScanner,
  type ITokenCounter,
  type SegmentEntry,
} from '@lexichord/abstractions';
import { screenTexts } from '@lexichord/secrets/internal';
import { LRUCache } from 'lru-cache';

import { hasSameFields } from '../message/same-message.js';
import { renderMessages } from '../render/render-messages.js';
import { screenMessages } from '../screen-messages.js';
import { segmentIdOf } from '../segment-id.js';
import {
  type ConversationIndex,
  type TurnSegment,
  anchorsByTurn,
  pausesIn,
  segmentNumbers,
  speakersOf,
  summaryKey,
} from './conversation-index.js';
import { TurnWords } from './turn-words.js';

/** Maximum number of long turns whose parts are kept in memory. */
const maxLongTurns = 64;

/** Services for loading a conversation. */
export interface LoadingParts extends CallOptions {
  readonly store: ICompressionStore;
  readonly tokenCounter: ITokenCounter;
  readonly scanner: ISecretScanner;
}

/**
 * Reads a conversation into memory; if a cached one has grown, only its new messages.
 *
 * @param cached the same conversation in an earlier state; not to be used any more
 */
export async function loadConversation(
  { conversationId, head, messages: count }: ConversationHead,
  cached: ConversationIndex | undefined,
  { store, tokenCounter, scanner, signal }: LoadingParts,
): Promise<ConversationIndex> {
  // The life is read first: data of a later conversation is then cached under the earlier life, and read again.
  const life = await store.life(segmentIdOf(conversationId, 1), { signal });
  const before = await grownFrom(cached, { conversationId, life, count }, { store, scanner, signal });
  const from = before?.messages.length ?? 0;
  const added = await store.messages(conversationId, { from, to: count }, { signal });
  const screened = await screenMessages(added, { scanner, signal });
  const messages = [...(before?.messages ?? []), ...screened.messages.map(withoutOriginal)];
  const newSecrets = [...screened.rules].map(([index, rules]) => [from + index, rules] as const);
  const entries = await store.segments(conversationId, { signal });
  const segments = segmentsOf({ conversationId, messages, entries }, tokenCounter);
  const words = before?.words ?? new TurnWords();
  await words.add(messages, signal);
  const lineTokens = new Uint32Array(messages.length);
  if (before !== undefined) lineTokens.set(before.lineTokens);
  return {
    conversationId,
    head,
    life,
    messages,
    secrets: new Map([...(before?.secrets ?? []), ...newSecrets]),
    segments,
    segmentOf: segmentNumbers(segments, messages.length),
    isAfterPause: pausesIn(messages),
    speakers: speakersOf(messages),
    words,
    index: words.index,
    anchors: anchorsByTurn(await store.anchors(conversationId, { signal }), messages),
    summaries:
      before === undefined ? await readSummaries(conversationId, { store, scanner, signal }) : keptSummaries(before),
    longTurns: before?.longTurns ?? new LRUCache({ max: maxLongTurns }),
    lineTokens,
  };
}

/** Drops the originals: only the words are recalled, and the originals would double the memory. */
function withoutOriginal({ id, role, speaker, content, timestampMs }: ConversationMessage): ConversationMessage {
  return { id, role, speaker, content, timestampMs };
}

/**
 * The cached conversation if it has only grown; `undefined` if it was removed and stored again, or mended, which drops
 * messages.
 */
async function grownFrom(
  cached: ConversationIndex | undefined,
  { conversationId, life, count }: Pick<ConversationIndex, 'conversationId' | 'life'> & { readonly count: number },
  { store, scanner, signal }: Omit<LoadingParts, 'tokenCounter'>,
): Promise<ConversationIndex | undefined> {
  const last = cached?.messages.at(-1);
  if (cached === undefined || last === undefined || cached.life !== life) return undefined;
  if (cached.messages.length > count) return undefined;
  const to = cached.messages.length;
  const stored = await store.messages(conversationId, { from: to - 1, to }, { signal });
  const [same] = (await screenMessages(stored, { scanner, signal })).messages;
  return same?.id === last.id && hasSameFields(same, last) ? cached : undefined;
}

/** The closed segments, and an open one for the messages after them. */
function segmentsOf(
  {
    conversationId,
    messages,
    entries,
  }: {
    readonly conversationId: string;
    readonly messages: readonly ConversationMessage[];
    readonly entries: readonly SegmentEntry[];
  },
  tokenCounter: ITokenCounter,
): readonly TurnSegment[] {
  const tokensOf = (from: number, to?: number): number =>
    tokenCounter.countTokens(renderMessages(messages.slice(from, to)).text);
  // Another process may have closed a segment since the head was read.
  const closed = entries
    .filter(({ firstMessage, messageIds }) => firstMessage + messageIds.length <= messages.length)
    .map(({ segmentId, firstMessage, messageIds, tokenCounts }) => ({
      segmentId,
      firstTurn: firstMessage,
      endTurn: firstMessage + messageIds.length,
      tokens: tokenCounts[CompressionLevel.full] ?? tokensOf(firstMessage, firstMessage + messageIds.length),
    }));
  const firstTurn = closed.at(-1)?.endTurn ?? 0;
  if (firstTurn >= messages.length) return closed;
  const number = (entries[closed.length - 1]?.number ?? 0) + 1;
  const open = {
    segmentId: segmentIdOf(conversationId, number),
    firstTurn,
    endTurn: messages.length,
    tokens: tokensOf(firstTurn),
  };
  return [...closed, open];
}

/** Keeps the summaries except those of the last segment, which may have grown. */
function keptSummaries({ summaries, segments }: ConversationIndex): Map<string, string> {
  const { segmentId = '' } = segments.at(-1) ?? {};
  const last = [CompressionLevel.tags, CompressionLevel.brief].map((level) => summaryKey(segmentId, level));
  return new Map([...summaries].filter(([key]) => !last.includes(key)));
}

/** Reads the stored summaries of closed segments; missing ones are made on demand. */
async function readSummaries(
  conversationId: string,
  { store, scanner, signal }: Omit<LoadingParts, 'tokenCounter'>,
): Promise<Map<string, string>> {
  const summaries = new Map<string, string>();
  for (const level of [CompressionLevel.tags, CompressionLevel.brief]) {
    const levels = await store.levels(conversationId, level, { signal });
    const contents = await screenTexts(
      levels.map(({ content }) => content),
      scanner,
      { signal },
    );
    for (const [index, { segmentId }] of levels.entries()) {
      summaries.set(summaryKey(segmentId, level), contents[index]?.text ?? '');
    }
  }
  return summaries;
}
