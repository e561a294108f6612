import type { CallOptions, ConversationMessage, ICompressionStore, SegmentEntry } from '@lexichord/abstractions';
import type { WordHashes } from '@lexichord/text-index/internal';
import { LRUCache } from 'lru-cache';
import { setImmediate } from 'node:timers/promises';

import type { ISegmentLevels } from '../../segment-levels.js';
import { segmentIdOf } from '../../segment-id.js';
import { nameOf } from '../../render/turn-lines.js';
import { searchWordsOf } from './search-words.js';

/** A segment and its words. */
export interface SegmentWords {
  readonly segmentId: string;
  /** From 1. */
  readonly number: number;
  readonly messageIds: readonly string[];
  readonly words: WordHashes;
}

/** The methods of a store that the reader uses. */
export type StoredConversations = Pick<ICompressionStore, 'head' | 'segments' | 'messages'>;

/** Maximum length that is read of a message, in UTF-16 units. */
const maxReadLength = 256 * 1024;

/** Messages that are read and hashed before the event loop runs again: about 10 ms of work. */
const messagesAtOnce = 1_000;
const tokensAtOnce = 50_000;

/** Maximum number of word hashes in the cache of closed segments, for all conversations: 64 MB. */
const maxWords = 16 * 1024 * 1024;

interface Remembered {
  /** Life of the segment's conversation, read before the segment. */
  readonly life: number | undefined;
  readonly messageIds: string;
  readonly words: WordHashes;
}

/** Reads the words of segments from their messages. Words of closed segments are cached. */
export class SegmentWordReader {
  private readonly remembered = new LRUCache<string, Remembered>({
    maxSize: maxWords,
    sizeCalculation: ({ words }) => words.length + 1,
  });

  constructor(
    private readonly store: StoredConversations,
    private readonly levels: Pick<ISegmentLevels, 'life' | 'openSegment'>,
  ) {}

  /** All segments of a conversation, by number; none for an unknown conversation. */
  async read(conversationId: string, { signal }: CallOptions = {}): Promise<readonly SegmentWords[]> {
    if ((await this.store.head(conversationId, { signal })) === undefined) return [];
    // The life is read first: segments of a later conversation are then cached under the earlier life, and read again.
    const life = await this.levels.life(segmentIdOf(conversationId, 1), { signal });
    const entries = await this.store.segments(conversationId, { signal });
    const segments: SegmentWords[] = [];
    for (const batch of batchesOf(entries)) {
      segments.push(...(await this.readBatch(batch, { conversationId, life, signal })));
      await setImmediate();
      signal?.throwIfAborted();
    }
    const open = await this.levels.openSegment(conversationId, { signal });
    // The open segment may have been closed since the entries were read.
    if (open === undefined || segments.some(({ segmentId }) => segmentId === open.segmentId)) return segments;
    const { segmentId, number, messages } = open;
    return [...segments, { segmentId, number, messageIds: messages.map(({ id }) => id), words: wordsOf(messages) }];
  }

  private async readBatch(
    batch: readonly SegmentEntry[],
    {
      conversationId,
      life,
      signal,
    }: CallOptions & { readonly conversationId: string; readonly life: number | undefined },
  ): Promise<readonly SegmentWords[]> {
    const [first, last] = [batch[0], batch.at(-1)];
    if (first === undefined || last === undefined) return [];
    const known = batch.map((entry) => this.recall(entry, life));
    if (known.every((words) => words !== undefined)) return batch.map((entry, at) => describe(entry, known[at]));
    const range = { from: first.firstMessage, to: last.firstMessage + last.messageIds.length };
    const messages = await this.store.messages(conversationId, range, { signal });
    return batch.map((entry, at) => {
      const from = entry.firstMessage - range.from;
      const words = known[at] ?? wordsOf(messages.slice(from, from + entry.messageIds.length));
      this.remembered.set(entry.segmentId, { life, messageIds: entry.messageIds.join('\n'), words });
      return describe(entry, words);
    });
  }

  /**
   * Returns cached words. A conversation that was removed and stored again has the same segment ids, and often message
   * ids; one that was mended may have lost messages.
   */
  private recall({ segmentId, messageIds }: SegmentEntry, life: number | undefined): WordHashes | undefined {
    const cached = this.remembered.get(segmentId);
    return cached?.life === life && cached?.messageIds === messageIds.join('\n') ? cached.words : undefined;
  }
}

function describe(
  { segmentId, number, messageIds }: SegmentEntry,
  words: WordHashes = new Uint32Array(),
): SegmentWords {
  return { segmentId, number, messageIds, words };
}

function* batchesOf(entries: readonly SegmentEntry[]): Generator<readonly SegmentEntry[]> {
  let batch: SegmentEntry[] = [];
  let [messages, tokens] = [0, 0];
  for (const entry of entries) {
    batch.push(entry);
    messages += entry.messageIds.length;
    tokens += entry.tokenCounts[0] ?? 0;
    if (messages < messagesAtOnce && tokens < tokensAtOnce) continue;
    yield batch;
    [batch, messages, tokens] = [[], 0, 0];
  }
  if (batch.length > 0) yield batch;
}

function wordsOf(messages: readonly ConversationMessage[]): WordHashes {
  return searchWordsOf(messages.flatMap((message) => [nameOf(message), message.content.slice(0, maxReadLength)]));
}
