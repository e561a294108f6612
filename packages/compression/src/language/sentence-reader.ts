import { type CallOptions, type ConversationMessage, type Token, token } from '@lexichord/abstractions';

/** Part of the content of a message, in UTF-16 units. */
export interface TextRange {
  /** Index of the message among those that were read. */
  readonly message: number;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** What a sentence is about: a name, or a noun with what stands before it. */
export interface Phrase {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly kind: 'name' | 'noun';
}

/** What can be kept or left out: a sentence, a line of code, a line of a log. */
export interface Sentence extends TextRange {
  readonly kind: 'prose' | 'line' | 'code';
  /** Words that the sentence is found by, as `indexWords` has them. */
  readonly terms: readonly string[];
  /** In the order of the sentence, without overlaps. */
  readonly phrases: readonly Phrase[];
}

/** Messages taken apart. */
export interface ConversationReading {
  /** In the order of the conversation, without overlaps. */
  readonly sentences: readonly Sentence[];
  /** The middle of messages that are too long to be read, cut at lines. In the order of the conversation. */
  readonly unread: readonly TextRange[];
}

/** Takes messages apart. */
export interface ISentenceReader {
  /** The same messages give the same reading. Time and memory are bounded by the length of the messages. @throws the signal's reason */
  read(messages: readonly ConversationMessage[], options?: CallOptions): Promise<ConversationReading>;
}
export const ISentenceReader: Token<ISentenceReader> = token('ISentenceReader');
