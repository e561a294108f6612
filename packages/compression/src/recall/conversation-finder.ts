import type {
  CallOptions,
  ConversationHead,
  FoundConversation,
  ICompressionStore,
  ISecretScanner,
} from '@lexichord/abstractions';
import { type TextIndex, TextIndexBuilder, bestOf, indexWords } from '@lexichord/text-index';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';

import { screenMessages } from '../screen-messages.js';
import type { IRemovals } from '../store/removals.js';
import { queryWords } from './score-turns.js';
import { TurnWords } from './turn-words.js';

/** Conversations that are read at once. */
const readAtOnce = 4;

/** Maximum number of entries of the cached indexes, one for each word of a message: some 100 MB. */
const maxEntries = 5_000_000;

/** Stands for all words that are not in the query: they count only for the length of a conversation. */
const otherWord = '';

/** The words of a conversation; a document is a message. */
interface ConversationWords extends ConversationHead {
  readonly index: TextIndex;
}

/** Finds the conversations that a question is about, by their words. Those that have not changed are read once. */
export class ConversationFinder {
  private readonly cache = new LRUCache<string, ConversationWords>({
    maxSize: maxEntries,
    sizeCalculation: ({ index }) => index.parts.postings.texts.length + 1,
  });

  private removed: number;

  /** @param removals clear the cache: words of a removed conversation must not be kept */
  constructor(
    private readonly parts: { readonly store: ICompressionStore; readonly scanner: ISecretScanner },
    private readonly removals: IRemovals,
  ) {
    this.removed = removals.count;
  }

  /** See `IConversationRecall.find`. */
  async find(query: string, options: CallOptions): Promise<readonly FoundConversation[]> {
    const words = queryWords(query);
    if (words.length === 0) return [];
    const heads = await this.parts.store.conversations(options);
    const takeTurn = pLimit(readAtOnce);
    const conversations = await Promise.all(heads.map((head) => takeTurn(() => this.wordsOf(head, options))));
    const scores = scoreConversations(conversations, words);
    return bestOf(scores, scores.length).map((place) => {
      const { conversationId, messages } = conversations[place] as ConversationWords;
      return { conversationId, messages, relevance: scores[place] as number };
    });
  }

  private async wordsOf(head: ConversationHead, { signal }: CallOptions): Promise<ConversationWords> {
    signal?.throwIfAborted();
    const { conversationId } = head;
    if (this.removed !== this.removals.count) this.cache.clear();
    this.removed = this.removals.count;
    const cached = this.cache.get(conversationId);
    if (cached?.head === head.head) return cached;
    const { store, scanner } = this.parts;
    const stored = await store.messages(conversationId, { from: 0, to: head.messages }, { signal });
    const { messages } = await screenMessages(stored, { scanner, signal });
    const words = new TurnWords();
    await words.add(messages, signal);
    const counted = { ...head, index: words.index };
    if (this.removed === this.removals.count) this.cache.set(conversationId, counted);
    return counted;
  }
}

/**
 * BM25 with a conversation as a document, its id included. A message as a document finds fewer: what a question is about
 * is said over several messages.
 */
function scoreConversations(conversations: readonly ConversationWords[], words: readonly string[]): Float64Array {
  const builder = new TextIndexBuilder();
  for (const { conversationId, index } of conversations) {
    const counts = words.map((word) => index.occurrencesOf(word));
    for (const [place, word] of words.entries()) {
      const count = counts[place] as number;
      if (count > 0) builder.count([word], count);
    }
    const others = index.length - counts.reduce((sum, count) => sum + count, 0);
    if (others > 0) builder.count([otherWord], others);
    builder.count(indexWords(conversationId)).endDocument();
  }
  const index = builder.build();
  return index.scoreWords(new Map(words.map((word) => [word, index.rarityOf(word)])));
}
