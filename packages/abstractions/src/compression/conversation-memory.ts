import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';
import type { CompressedSegment, CompressionLevel } from './compressed-segment.js';
import type { ConversationHead } from './compression-store.js';
import type { NewMessage } from './conversation.js';

/** How far adding a file has come. */
export interface MemoryProgress {
  readonly messages: number;
  /** Closed segments that were compressed. */
  readonly segments: number;
  readonly bytesDone: number;
}

/**
 * A file's bytes. A function opens the file anew each time that it is called, so that a file may be larger than the memory;
 * what can be read only once is kept in memory until it is known to be readable.
 */
export type ConversationFile = AsyncIterable<Uint8Array> | (() => AsyncIterable<Uint8Array>);

/** How a conversation file is taken in. */
export interface AddFileOptions extends CallOptions {
  readonly onProgress?: ((progress: MemoryProgress) => void) | undefined;
}

/** A segment without its texts. */
export interface SegmentSummary {
  readonly segmentId: string;
  /** From 1. */
  readonly number: number;
  readonly messageIds: readonly string[];
  readonly isOpen: boolean;
  /** By level. */
  readonly tokenCounts: {
    readonly full: number;
    readonly detailed: number;
    readonly brief: number;
    readonly tags: number;
  };
  readonly startedMs?: number | undefined;
  readonly endedMs?: number | undefined;
}

/** The result of adding messages. */
export interface MemoryReport extends ConversationHead {
  readonly added: number;
  readonly known: number;
  /** All of the conversation, by number. */
  readonly segments: readonly SegmentSummary[];
  /** Such as: the model failed, so that segments were compressed without it. */
  readonly warnings: readonly string[];
}

/** Stores conversations unchanged and compresses them. */
export interface IConversationMemory {
  /**
   * Adds messages, closes and compresses the segments that are complete. Safe to repeat, also after it was cut off.
   *
   * @throws {LexichordError} `invalid-argument` as `ICompressionStore.append`
   */
  add(conversationId: string, messages: readonly NewMessage[], options?: CallOptions): Promise<MemoryReport>;

  /**
   * Adds a file: a JSON array, or an object a line, of messages as the formats of the guide have them, such as
   * `{ id?, role, speaker?, content, timestamp? }`. A file that begins with the messages that are there is the same
   * conversation, grown longer; any other is its continuation. It is read to its end before anything is added.
   *
   * @throws {LexichordError} `invalid-argument` naming message and line; of a file that cannot be read whole nothing has been
   * added then
   */
  addFile(conversationId: string, file: ConversationFile, options?: AddFileOptions): Promise<MemoryReport>;

  /** All segments, the open one included, by number. @throws {LexichordError} `not-found` */
  segments(conversationId: string, options?: CallOptions): Promise<readonly SegmentSummary[]>;

  /** The closed segments of a conversation at Detailed, Brief or Tags, by number; those that are not stored are missing. */
  storedLevels(
    conversationId: string,
    level: CompressionLevel,
    options?: CallOptions,
  ): Promise<readonly CompressedSegment[]>;

  /** One segment at one level, made if it is not stored. @throws {LexichordError} `not-found` */
  segment(segmentId: string, level: CompressionLevel, options?: CallOptions): Promise<CompressedSegment>;
}
export const IConversationMemory: Token<IConversationMemory> = token('IConversationMemory');
