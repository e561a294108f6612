/** Standard roles. Other roles are kept unchanged. */
export const conversationRoles = ['user', 'assistant', 'system', 'tool'] as const;

/** One message of a conversation. */
export interface ConversationMessage {
  /** Unique in its conversation. */
  readonly id: string;
  /** One of {@link conversationRoles}, or another name of a role. */
  readonly role: string;
  /** Name of the speaker, if several people have one role. */
  readonly speaker?: string | undefined;
  /** Its text, including its parts, tool calls and their results as text. */
  readonly content: string;
  /** Milliseconds since the Unix epoch. */
  readonly timestampMs?: number | undefined;
  /** The original JSON object, byte for byte. Absent: the message was given by the fields above. */
  readonly original?: string | undefined;
}

/**
 * The text of a message in a file: `before` and `text` of all messages, concatenated, are the file up to the last one.
 */
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
  /** Whether more messages may be added; true at most for the last segment. */
  readonly isOpen: boolean;
}
