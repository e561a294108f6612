import { type CallOptions, type ConversationMessage, type Token, token } from '@lexichord/abstractions';

/** Part of the content of a message, in UTF-16 units. */
export interface TextRange {
  /** Index of the message in the input. */
  readonly message: number;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** A phrase of a sentence: a name, or a noun with its modifiers. */
export interface Phrase {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly kind: 'name' | 'noun';
}

/** The smallest unit of extraction: a sentence, a line of code, or a line of a log. */
export interface Sentence extends TextRange {
  readonly kind: 'prose' | 'line' | 'code';
  /** Search words of the sentence, see `indexWords`. */
  readonly terms: readonly string[];
  /** In the order of the sentence, without overlaps. */
  readonly phrases: readonly Phrase[];
}

/** Sentences of messages, and their unread parts. */
export interface ConversationReading {
  /** In the order of the conversation, without overlaps. */
  readonly sentences: readonly Sentence[];
  /** Middle parts of messages that are too long to read, cut at lines. In the order of the conversation. */
  readonly unread: readonly TextRange[];
}

/** Splits messages into sentences. */
export interface ISentenceReader {
  /**
   * Reads sentences, deterministically. Time and memory are bounded by the length of the messages. @throws the
   * signal's reason
   */
  read(messages: readonly ConversationMessage[], options?: CallOptions): Promise<ConversationReading>;
}
export const ISentenceReader: Token<ISentenceReader> = token('ISentenceReader');
