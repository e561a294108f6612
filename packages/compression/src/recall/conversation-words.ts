import type { ConversationHead } from '@lexichord/abstractions';
import { screenTexts } from '@lexichord/secrets/internal';
import { type TextIndex, TextIndexBuilder, indexWords } from '@lexichord/text-index';

import { screenMessages } from '../screen-messages.js';
import type { LoadingParts } from './load-conversation.js';
import { TurnWords } from './turn-words.js';

/** The words of a conversation, with placeholders instead of secrets. */
export interface ConversationWords extends ConversationHead {
  /** A document is a message. */
  readonly messageWords: TextIndex;
  /** Of the speakers' names, once for each message, and of the conversation's id; a single document. */
  readonly nameWords: TextIndex;
  /** Number of all words. */
  readonly length: number;
  /** Number of words of each message, without repetitions: what the memory depends on. */
  readonly entries: number;
}

/** Reads all messages of a conversation. @throws the signal's reason */
export async function readConversationWords(
  head: ConversationHead,
  { store, scanner, signal }: Omit<LoadingParts, 'tokenCounter'>,
): Promise<ConversationWords> {
  signal?.throwIfAborted();
  const { conversationId } = head;
  const stored = await store.messages(conversationId, { from: 0, to: head.messages }, { signal });
  const { messages } = await screenMessages(stored, { scanner, signal });
  const [id] = await screenTexts([conversationId], scanner, { signal });
  const turnWords = new TurnWords();
  await turnWords.add(messages, signal);
  const names = new TextIndexBuilder().count(indexWords(id?.text ?? ''));
  for (const { speaker = '' } of messages) names.count(indexWords(speaker));
  names.endDocument();
  const [messageWords, nameWords] = [turnWords.index, names.build()];
  const entries = messageWords.parts.postings.texts.length + nameWords.parts.postings.texts.length;
  return { ...head, messageWords, nameWords, length: messageWords.length + nameWords.length, entries };
}

/** Number of occurrences of a word in a conversation. */
export function countIn({ messageWords, nameWords }: ConversationWords, word: string): number {
  return messageWords.occurrencesOf(word) + nameWords.occurrencesOf(word);
}
