/** Standard roles. Other roles are kept unchanged. */
export const conversationRoles = ['user', 'assistant', 'system', 'tool'] as const;

/** One message of a conversation. */
export interface ConversationMessage {
  /** Unique in its conversation. */
  readonly id: string;
  /** One of {@link conversationRoles}, or another name of a role. */
  readonly role: string;
  /** Name of the speaker, where several people have one role. */
  readonly speaker?: string | undefined;
  /** Its words: of parts, calls of tools and their results too, as text. */
  readonly content: string;
  /** Milliseconds since the Unix epoch. */
  readonly timestampMs?: number | undefined;
  /** The JSON object that it was given as, byte for byte. Absent: it was given as the fields above. */
  readonly original?: string | undefined;
}

/** How a message stands in a file: the messages' texts, each with what is before it, are the file up to the last one. */
export interface MessageSource {
  /** Everything between the message before, or the beginning of the file, and this one. */
  readonly before: string;
  /** The message's own text, a JSON object. */
  readonly text: string;
}

/** A message to add. Without an id it gets `m<index>`, its index in the conversation counted from 0. */
export interface NewMessage extends Omit<ConversationMessage, 'id' | 'original'> {
  readonly id?: string | undefined;
  /** Absent: written as one line of JSON. */
  readonly source?: MessageSource | undefined;
}

/** Messages that belong together. A closed segment never changes. */
export interface ConversationSegment {
  /** `<first 8 hexadecimal digits of the conversation id's hash>-<number>`. */
  readonly segmentId: string;
  readonly conversationId: string;
  /** From 1, in the order of the conversation. */
  readonly number: number;
  /** Index of its first message in the conversation, from 0. */
  readonly firstMessage: number;
  readonly messages: readonly ConversationMessage[];
  /** Whether more messages may still come to it: the last one's case alone. */
  readonly isOpen: boolean;
}
