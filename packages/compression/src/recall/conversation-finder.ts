import type {
  CallOptions,
  ConversationHead,
  FoundConversation,
  ICompressionStore,
  ISecretScanner,
} from '@lexichord/abstractions';
import { SharedWork } from '@lexichord/platform/internal';
import { TextIndexBuilder } from '@lexichord/text-index';
import { bestOf } from '@lexichord/text-index/internal';
import pLimit from 'p-limit';

import { type ConversationWords, countIn, readConversationWords } from './conversation-words.js';
import { queryWords } from './score-turns.js';

/** Maximum number of conversations that are read at once, for all questions together. */
const readAtOnce = 4;

/** Maximum number of entries of the cached conversations, one for each word of a message: some 100 MB. */
const maxEntries = 5_000_000;

/** Maximum number of words of a question, the first ones: a stack trace has more. */
const maxQueryWords = 200;

/** Stands for all words that are not in the query: they count only for the length of a conversation. */
const otherWord = '';

/** A conversation with the number of occurrences of each word of a query. */
interface CountedConversation extends ConversationHead {
  readonly counts: readonly number[];
  /** Number of all words. */
  readonly length: number;
}

/**
 * Finds the conversations that a question is about, by their words. Words of conversations that have not changed are
 * cached, up to a limit; those of removed conversations are dropped with the next question.
 */
export class ConversationFinder {
  private readonly cache = new Map<string, ConversationWords>();
  private cachedEntries = 0;
  private readonly reading = new SharedWork<ConversationWords>();
  private readonly takeTurn = pLimit(readAtOnce);

  constructor(private readonly parts: { readonly store: ICompressionStore; readonly scanner: ISecretScanner }) {}

  /** See `IConversationRecall.find`. */
  async find(query: string, { signal }: CallOptions): Promise<readonly FoundConversation[]> {
    const words = queryWords(query).slice(0, maxQueryWords);
    if (words.length === 0) return [];
    const heads = await this.parts.store.conversations({ signal });
    this.forgetOthers(heads);
    const stored = heads.filter(({ messages }) => messages > 0);
    const conversations = await Promise.all(stored.map((head) => this.counted(head, words, signal)));
    const scores = scoreConversations(conversations, words);
    return bestOf(scores, scores.length).map((place) => {
      const { conversationId, messages } = conversations[place] as CountedConversation;
      return { conversationId, messages, relevance: scores[place] as number };
    });
  }

  private forgetOthers(heads: readonly ConversationHead[]): void {
    const current = new Map(heads.map(({ conversationId, head }) => [conversationId, head]));
    for (const [conversationId, { head, entries }] of this.cache) {
      if (current.get(conversationId) === head) continue;
      this.cache.delete(conversationId);
      this.cachedEntries -= entries;
    }
  }

  private async counted(
    head: ConversationHead,
    words: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<CountedConversation> {
    const cached = this.cache.get(head.conversationId);
    const conversation = cached?.head === head.head ? cached : await this.read(head, signal);
    // Not the words themselves: those of conversations beyond the limit of the cache are released.
    return { ...head, counts: words.map((word) => countIn(conversation, word)), length: conversation.length };
  }

  /** Concurrent questions share a read. */
  private read(head: ConversationHead, signal: AbortSignal | undefined): Promise<ConversationWords> {
    const { conversationId } = head;
    const work = async (shared: AbortSignal): Promise<ConversationWords> => {
      const read = await this.takeTurn(() => readConversationWords(head, { ...this.parts, signal: shared }));
      if (!this.cache.has(conversationId) && this.cachedEntries + read.entries <= maxEntries) {
        this.cache.set(conversationId, read);
        this.cachedEntries += read.entries;
      }
      return read;
    };
    return this.reading.join(JSON.stringify([conversationId, head.head]), work, signal);
  }
}

/**
 * BM25 with a conversation as a document. A message as a document finds fewer: what a question is about is said over
 * several messages (ADR 0108).
 */
function scoreConversations(conversations: readonly CountedConversation[], words: readonly string[]): Float64Array {
  const builder = new TextIndexBuilder();
  for (const { counts, length } of conversations) {
    for (const [place, word] of words.entries()) {
      const count = counts[place] as number;
      if (count > 0) builder.count([word], count);
    }
    const others = length - counts.reduce((sum, count) => sum + count, 0);
    if (others > 0) builder.count([otherWord], others);
    builder.endDocument();
  }
  const index = builder.build();
  return index.scoreWords(new Map(words.map((word) => [word, index.rarityOf(word)])));
}
