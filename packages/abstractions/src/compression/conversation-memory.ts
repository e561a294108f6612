import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';
import type { CompressedSegment, CompressionLevel } from './compressed-segment.js';
import type { ConversationHead } from './compression-store.js';
import type { NewMessage } from './conversation.js';

/** Progress of adding a file. */
export interface MemoryProgress {
  readonly messages: number;
  /** Closed segments that were compressed. */
  readonly segments: number;
  readonly bytesDone: number;
}

/**
 * A file's bytes. A function opens the file again on each call, so that a file may exceed the memory; a stream is kept
 * in memory until all of it was read.
 */
export type ConversationFile = AsyncIterable<Uint8Array> | (() => AsyncIterable<Uint8Array>);

/** Options of adding a file. */
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
  /** Tokens by level. */
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
  /** All segments of the conversation, by number. */
  readonly segments: readonly SegmentSummary[];
  /** Such as: the model failed, so that segments were compressed without it. */
  readonly warnings: readonly string[];
}

/** Stores conversations unchanged and compresses them. */
export interface IConversationMemory {
  /**
   * Adds messages, closes and compresses the segments that are complete. Safe to repeat, also after an interruption.
   *
   * @throws {LexichordError} `invalid-argument` as `ICompressionStore.append`
   */
  add(conversationId: string, messages: readonly NewMessage[], options?: CallOptions): Promise<MemoryReport>;

  /**
   * Adds a file: a JSON array of messages, or one object per line, in the formats of the guide, such as `{ id?, role,
   * speaker?, content, timestamp? }`. A file that begins with the stored messages is a longer version of the same
   * conversation; any other continues it. The whole file is read before anything is added.
   *
   * @throws {LexichordError} `invalid-argument` naming message and line; then nothing is added
   */
  addFile(conversationId: string, file: ConversationFile, options?: AddFileOptions): Promise<MemoryReport>;

  /** All segments, the open one included, by number. @throws {LexichordError} `not-found` */
  segments(conversationId: string, options?: CallOptions): Promise<readonly SegmentSummary[]>;

  /** The stored closed segments of a conversation at Detailed, Brief or Tags, by number. */
  storedLevels(
    conversationId: string,
    level: CompressionLevel,
    options?: CallOptions,
  ): Promise<readonly CompressedSegment[]>;

  /** One segment at one level, made if it is not stored. @throws {LexichordError} `not-found` */
  segment(segmentId: string, level: CompressionLevel, options?: CallOptions): Promise<CompressedSegment>;
}
export const IConversationMemory: Token<IConversationMemory> = token('IConversationMemory');
