import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';
import type { AnchorPoint, CompressedSegment, CompressionLevel } from './compressed-segment.js';
import type { ConversationMessage, ConversationSegment, NewMessage } from './conversation.js';

/** The head of a conversation's hash chain. */
export interface ConversationHead {
  readonly conversationId: string;
  /** Hash over all records; detects later changes to them. */
  readonly head: string;
  /** Number of messages up to the head. */
  readonly messages: number;
  /** Indexes of the first messages of files, as far as they were recorded. */
  readonly fileStarts?: readonly number[] | undefined;
}

/** Options of an append: the end of the file of the added messages, and the expected number of stored messages. */
export interface AppendOptions extends CallOptions {
  /** Text after the last message in its file. If given, the file ends here. */
  readonly trailing?: string | undefined;
  /** Required number of messages stored before; otherwise nothing is added. Absent: any number. */
  readonly expectedMessages?: number | undefined;
}

/** The result of an append. */
export interface AppendReport extends ConversationHead {
  /** Newly stored messages. */
  readonly added: number;
  /** Messages skipped because they were stored already, the same in every field. */
  readonly known: number;
}

/** The result of verifying a conversation against a head. */
export interface ConversationCheck {
  readonly conversationId: string;
  /** Whether everything up to the given head is unchanged, and later messages agree with the present head. */
  readonly isIntact: boolean;
  /** Number of stored messages. */
  readonly messages: number;
  /** Number of messages after the given head; 0 when it is not intact. */
  readonly newer: number;
  /** The present head. */
  readonly head: string;
  /** The problem, one sentence. */
  readonly problem?: string | undefined;
}

/** A closed segment with its levels. */
export interface StoredSegment {
  readonly segment: ConversationSegment;
  readonly anchors: readonly AnchorPoint[];
  /** Detailed, Brief and Tags. */
  readonly levels: readonly CompressedSegment[];
  /** Tokens at the level Full. */
  readonly tokenCount: number;
}

/** A closed segment without its messages. */
export interface SegmentEntry {
  readonly segmentId: string;
  readonly conversationId: string;
  /** From 1. */
  readonly number: number;
  /** Index of its first message in the conversation, from 0. */
  readonly firstMessage: number;
  readonly messageIds: readonly string[];
  /**
   * Tokens by level, counted when it was stored; the index is the level. Empty if an older version stored it, which
   * rendered messages in another way; storing it again adds them.
   */
  readonly tokenCounts: readonly number[];
  /** Time of the first message that has one. */
  readonly startedMs?: number | undefined;
  /** Time of the last message that has one. */
  readonly endedMs?: number | undefined;
}

/** A range of messages, by index from 0. */
export interface MessageRange {
  readonly from: number;
  /** Exclusive. Default: the end. */
  readonly to?: number | undefined;
}

/** Counts of an expiry. */
export interface ExpiryReport {
  readonly levels: number;
  readonly conversations: readonly string[];
}

/** Limits of an expiry, by the time of storing. */
export interface ExpiryLimits extends CallOptions {
  /** Compressed levels stored before this time are removed; they are made again on demand. */
  readonly levelsBeforeMs?: number | undefined;
  /** Conversations without additions since then are removed with their originals. Absent: none. */
  readonly originalsBeforeMs?: number | undefined;
}

/**
 * Stores conversations: append-only messages and their compressed levels (COMP-06 §6). When `append` returns, the
 * messages are on disk.
 */
export interface ICompressionStore {
  /**
   * Appends messages in one commit. A message whose id is stored already is skipped if all given fields are the same.
   *
   * @throws {LexichordError} `invalid-argument` for a stored id with different content, or an id twice; nothing is
   * added then
   * @throws {LexichordError} `storage-failed` with `details.fault` `outdated` when the number of messages is not the
   * expected one; `storage-read-only`, as `remove` and `expire` do
   */
  append(conversationId: string, messages: readonly NewMessage[], options?: AppendOptions): Promise<AppendReport>;

  /** The head of a conversation; `undefined` if it is not stored. */
  head(conversationId: string, options?: CallOptions): Promise<ConversationHead | undefined>;

  /** Heads of all stored conversations, by conversation id. */
  conversations(options?: CallOptions): Promise<readonly ConversationHead[]>;

  /**
   * Reads the whole chain, and compares it with the stored head and with an earlier head if given.
   *
   * @throws {LexichordError} `not-found`
   */
  verify(conversationId: string, head: string | undefined, options?: CallOptions): Promise<ConversationCheck>;

  /** Messages in their order. */
  messages(
    conversationId: string,
    range?: MessageRange,
    options?: CallOptions,
  ): Promise<readonly ConversationMessage[]>;

  /**
   * Indexes behind the end of a file or behind messages of no file, in ascending order. A message of a file at such an
   * index may be its first one, also if `fileStarts` lacks it: a first message after a blank line looks like a later
   * one.
   */
  fileBreaks(conversationId: string, options?: CallOptions): Promise<readonly number[]>;

  /** Single messages by index; indexes outside the conversation are missing. */
  messagesAt(
    conversationId: string,
    indexes: readonly number[],
    options?: CallOptions,
  ): Promise<ReadonlyMap<number, ConversationMessage>>;

  /**
   * Stores closed segments in one commit. Storing one again replaces only its levels, and tokens and anchors stored by
   * an older version. In a read-only store nothing is stored: levels are made again.
   */
  putSegments(segments: readonly StoredSegment[], options?: CallOptions): Promise<void>;

  /**
   * Number of the segment's conversation among all that had its id; earlier ones were removed. `undefined` if none is
   * stored. An unchanged table is not read again.
   */
  life(segmentId: string, options?: CallOptions): Promise<number | undefined>;

  /** A closed segment with its messages. */
  segment(segmentId: string, options?: CallOptions): Promise<ConversationSegment | undefined>;

  /** The closed segments of a conversation, by number. */
  segments(conversationId: string, options?: CallOptions): Promise<readonly SegmentEntry[]>;

  /** Replaces one level of a closed segment. @throws {LexichordError} `not-found` for a segment that is not stored */
  putLevel(level: CompressedSegment, options?: CallOptions): Promise<void>;

  /** A closed segment at Detailed, Brief or Tags, if it is stored and made of the segment's present messages. */
  level(segmentId: string, level: CompressionLevel, options?: CallOptions): Promise<CompressedSegment | undefined>;

  /** The stored closed segments of a conversation at a level, by number. */
  levels(conversationId: string, level: CompressionLevel, options?: CallOptions): Promise<readonly CompressedSegment[]>;

  /** Anchors of all closed segments, in the order of the conversation. */
  anchors(conversationId: string, options?: CallOptions): Promise<readonly AnchorPoint[]>;

  /**
   * The conversation as a file, in pieces. If it was added as one file, whole or longer each time, the text is that
   * file's own.
   *
   * @throws {LexichordError} `not-found`
   */
  export(conversationId: string, options?: CallOptions): Promise<AsyncIterable<string>>;

  /** Removes a conversation with its originals. Returns whether it was stored. */
  remove(conversationId: string, options?: CallOptions): Promise<boolean>;

  /** Removes everything older than the limits. */
  expire(limits: ExpiryLimits): Promise<ExpiryReport>;
}
export const ICompressionStore: Token<ICompressionStore> = token('ICompressionStore');
