import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';
import type { AnchorPoint, CompressedSegment, CompressionLevel } from './compressed-segment.js';
import type { ConversationMessage, ConversationSegment, NewMessage } from './conversation.js';

/** The end of a conversation's chain of hashes. */
export interface ConversationHead {
  readonly conversationId: string;
  /** Hash over all records. Later changes to them can be detected with it. */
  readonly head: string;
  /** Messages up to it. */
  readonly messages: number;
  /** Indexes of the messages that files began with, as far as they were recorded. */
  readonly fileStarts?: readonly number[] | undefined;
}

/** The end of the file of the added messages, and how many messages must be stored before. */
export interface AppendOptions extends CallOptions {
  /** Text after the last message in its file. If given, the file ends here. */
  readonly trailing?: string | undefined;
  /** So many messages must be stored before, or nothing is added. Absent: any number. */
  readonly expectedMessages?: number | undefined;
}

/** The result of an append. */
export interface AppendReport extends ConversationHead {
  /** Messages that were not there before. */
  readonly added: number;
  /** Messages that were there already, the same in every field, and were passed over. */
  readonly known: number;
}

/** The result of verifying a conversation against a head. */
export interface ConversationCheck {
  readonly conversationId: string;
  /** Whether everything up to the given head is as it was, and nothing that came later contradicts the present head. */
  readonly isIntact: boolean;
  /** Messages that are stored. */
  readonly messages: number;
  /** Messages that came after the given head; 0 when it is not intact. */
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
  /** At Full. */
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
   * Tokens by level, as they were counted when it was stored; the index is the level. None where it was stored by an
   * older version, which rendered messages in another way: storing it again brings them.
   */
  readonly tokenCounts: readonly number[];
  /** Of the first message that has a time. */
  readonly startedMs?: number | undefined;
  /** Of the last message that has a time. */
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
  /** Compressed levels that were stored before are removed; they are made again on demand. */
  readonly levelsBeforeMs?: number | undefined;
  /** Conversations to which nothing was added since are removed with their originals. Absent: none. */
  readonly originalsBeforeMs?: number | undefined;
}

/**
 * Stores conversations: append-only messages and their compressed levels (COMP-06 §6). When `append` returns, the
 * messages are on disk.
 */
export interface ICompressionStore {
  /**
   * Adds messages behind those that are there, in one commit. A message whose id is there already is passed over if it
   * is the same in every field that it was given with.
   *
   * @throws {LexichordError} `invalid-argument` for a stored id with different content, or an id twice; nothing is
   *   added then
   * @throws {LexichordError} `storage-failed` with `details.fault` `outdated` when there are not as many messages as
   *   expected; `storage-read-only`, as `remove` and `expire` do
   */
  append(conversationId: string, messages: readonly NewMessage[], options?: AppendOptions): Promise<AppendReport>;

  /** The head of a conversation; `undefined` if it is not stored. */
  head(conversationId: string, options?: CallOptions): Promise<ConversationHead | undefined>;

  /** Everything that is stored, by conversation id. */
  conversations(options?: CallOptions): Promise<readonly ConversationHead[]>;

  /**
   * Reads the whole chain, and compares it with the head that is stored and with one that was given out, where there is
   * one.
   *
   * @throws {LexichordError} `not-found`
   */
  verify(conversationId: string, head: string | undefined, options?: CallOptions): Promise<ConversationCheck>;

  /** In their order. */
  messages(
    conversationId: string,
    range?: MessageRange,
    options?: CallOptions,
  ): Promise<readonly ConversationMessage[]>;

  /**
   * Indexes behind the end of a file or behind messages of no file, in ascending order. Each message of a file there may
   * be its first one, also where `fileStarts` does not say so: one with a blank line before it looks like a later one.
   */
  fileBreaks(conversationId: string, options?: CallOptions): Promise<readonly number[]>;

  /** Single messages, by their indexes; those that the conversation does not have are missing. */
  messagesAt(
    conversationId: string,
    indexes: readonly number[],
    options?: CallOptions,
  ): Promise<ReadonlyMap<number, ConversationMessage>>;

  /**
   * Keeps closed segments, in one commit. Storing one again replaces its levels, and tokens and anchors that an older
   * version has stored; it changes nothing else. Where nothing may be written, nothing is kept: levels are made again.
   */
  putSegments(segments: readonly StoredSegment[], options?: CallOptions): Promise<void>;

  /**
   * Number of the conversation that a segment is of, among all that had its id: earlier ones were removed. `undefined`
   * where none is stored. It costs no read of a table that has not changed.
   */
  life(segmentId: string, options?: CallOptions): Promise<number | undefined>;

  /** A closed segment with its messages. */
  segment(segmentId: string, options?: CallOptions): Promise<ConversationSegment | undefined>;

  /** The closed segments of a conversation, by number. */
  segments(conversationId: string, options?: CallOptions): Promise<readonly SegmentEntry[]>;

  /** Stores one level of a closed segment anew. @throws {LexichordError} `not-found` for a segment that is not stored */
  putLevel(level: CompressedSegment, options?: CallOptions): Promise<void>;

  /** A closed segment at Detailed, Brief or Tags, if that is stored and made of the messages that the segment has now. */
  level(segmentId: string, level: CompressionLevel, options?: CallOptions): Promise<CompressedSegment | undefined>;

  /** The closed segments of a conversation at a level, by number; those that are not stored are missing. */
  levels(conversationId: string, level: CompressionLevel, options?: CallOptions): Promise<readonly CompressedSegment[]>;

  /** Of all closed segments, in the order of the conversation. */
  anchors(conversationId: string, options?: CallOptions): Promise<readonly AnchorPoint[]>;

  /**
   * The conversation as a file, in pieces: of one that was added as one file, whole or longer each time, that file's own
   * text.
   *
   * @throws {LexichordError} `not-found`
   */
  export(conversationId: string, options?: CallOptions): Promise<AsyncIterable<string>>;

  /** Removes a conversation with its originals; whether there was one. */
  remove(conversationId: string, options?: CallOptions): Promise<boolean>;

  /** Removes everything older than the limits. */
  expire(limits: ExpiryLimits): Promise<ExpiryReport>;
}
export const ICompressionStore: Token<ICompressionStore> = token('ICompressionStore');
