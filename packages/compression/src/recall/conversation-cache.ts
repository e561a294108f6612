import type { CallOptions, ConversationHead } from '@lexichord/abstractions';
import { raceWithSignal } from '@lexichord/platform/internal';
import { LRUCache } from 'lru-cache';

import type { IRemovals } from '../store/removals.js';
import type { ConversationIndex } from './conversation-index.js';
import { type LoadingParts, loadConversation } from './load-conversation.js';

/** Maximum number of conversations in memory. */
const maxConversations = 16;

/** Maximum number of messages of all of them; a longer conversation is cached alone. */
const maxMessages = 500_000;

/** Recently requested conversations in their current state. */
export class ConversationCache {
  private readonly indexes = new LRUCache<string, ConversationIndex>({
    max: maxConversations,
    maxSize: maxMessages,
    sizeCalculation: ({ messages }) => Math.min(maxMessages, messages.length + 1),
  });
  private readonly loading = new Map<string, Promise<ConversationIndex>>();

  private removed: number;

  /**
   * @param removals clear the cache: a removed conversation must not be shown, nor used for a later one with the same
   * id
   */
  constructor(
    private readonly parts: Omit<LoadingParts, 'signal'>,
    private readonly removals: IRemovals,
  ) {
    this.removed = removals.count;
  }

  /** @param head the conversation's present one */
  async get(head: ConversationHead, { signal }: CallOptions = {}): Promise<ConversationIndex> {
    const { conversationId } = head;
    for (;;) {
      signal?.throwIfAborted();
      this.forgetRemoved();
      const cached = this.indexes.get(conversationId);
      if (cached?.head === head.head) return cached;
      // Two calls must not extend the same index at the same time.
      const running = this.loading.get(conversationId);
      if (running === undefined) return within(this.load(head, cached), signal);
      await within(
        running.catch(() => undefined),
        signal,
      );
    }
  }

  private forgetRemoved(): void {
    if (this.removed === this.removals.count) return;
    this.removed = this.removals.count;
    this.indexes.clear();
  }

  /** Loads an index without a signal, because other callers may wait for it, too. */
  private load(head: ConversationHead, cached: ConversationIndex | undefined): Promise<ConversationIndex> {
    const { conversationId } = head;
    this.indexes.delete(conversationId);
    const { count } = this.removals;
    const loading = loadConversation(head, cached, this.parts)
      .then((index) => {
        if (count === this.removals.count) this.indexes.set(conversationId, index);
        return index;
      })
      .finally(() => this.loading.delete(conversationId));
    this.loading.set(conversationId, loading);
    return loading;
  }
}

function within<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  return signal === undefined ? work : raceWithSignal(work, signal);
}
