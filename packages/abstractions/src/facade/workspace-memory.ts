import type { CompressionLevel } from '../compression/compressed-segment.js';
import type { ConversationHead } from '../compression/compression-store.js';
import type { ExpandedContext } from '../compression/context-expander.js';
import type {
  AddFileOptions,
  ConversationFile,
  MemoryReport,
  SegmentSummary,
} from '../compression/conversation-memory.js';
import type { FoundConversation, RecalledContext } from '../compression/conversation-recall.js';
import type { NewMessage } from '../compression/conversation.js';
import type { DetectOptions, ExpansionDecision } from '../compression/expansion-trigger-detector.js';
import type { AssembledContext } from '../context/assembled-context.js';
import type { CallOptions } from '../services/call-options.js';

/** Options of a recall. */
export interface RecallOptions extends CallOptions {
  /** Maximum tokens, from 0. */
  readonly budget: number;
}

/** A segment with its shown parts: of a recall or an expansion, or as a compressed segment. */
export interface ShownSegment {
  readonly segmentId: string;
  readonly level: CompressionLevel;
}

/** Options of an expansion. */
export interface ExpandOptions extends CallOptions {
  /** Default: a marker's target level, and Full for a segment. */
  readonly toLevel?: CompressionLevel | undefined;
}

/**
 * The conversations of a workspace. Below WriterPro each method rejects with `license-required`. When `add` or
 * `addFile` returns, the messages are on disk.
 */
export interface IWorkspaceMemory {
  /**
   * Appends messages. Safe to repeat: a message whose id is stored is skipped.
   *
   * @throws {LexichordError} `invalid-argument` for a stored id with different content, or an id twice
   */
  add(conversationId: string, messages: readonly NewMessage[], options?: CallOptions): Promise<MemoryReport>;

  /** Adds a file of messages. @throws the errors of `IConversationMemory.addFile` */
  addFile(conversationId: string, file: ConversationFile, options?: AddFileOptions): Promise<MemoryReport>;

  /**
   * Recalls a conversation for an agent: the last turns and the relevant ones word by word, and summaries of the rest
   * as far as they fit.
   *
   * @param query empty: only time and importance decide
   * @throws {LexichordError} `not-found`; `invalid-argument` for a budget that is no whole number from 0
   */
  recall(conversationId: string, query: string, options: RecallOptions): Promise<RecalledContext>;

  /** Finds the conversations that a question is about, the most relevant first. See `IConversationRecall.find`. */
  find(query: string, options?: CallOptions): Promise<readonly FoundConversation[]>;

  /** Heads of all conversations, by conversation id. */
  list(options?: CallOptions): Promise<readonly ConversationHead[]>;

  /** All segments of a conversation, the open one included, by number. @throws {LexichordError} `not-found` */
  segments(conversationId: string, options?: CallOptions): Promise<readonly SegmentSummary[]>;

  /** Finds in an agent's answer the segments of which it needs more detail. */
  shouldExpand(
    agentResponse: string,
    currentContext: AssembledContext,
    options?: DetectOptions,
  ): Promise<ExpansionDecision>;

  /**
   * Expands a segment level by level, least detail first; see `expand` of the runtime for a single level. Several
   * levels from Teams on.
   *
   * @throws the errors of `expand` of the runtime
   */
  cascadeExpand(shown: ShownSegment, options?: ExpandOptions): Promise<readonly ExpandedContext[]>;

  /** The conversation as a file, in pieces. @throws {LexichordError} `not-found` */
  export(conversationId: string, options?: CallOptions): Promise<AsyncIterable<string>>;

  /** Removes a conversation with its originals. Returns whether it was stored. */
  remove(conversationId: string, options?: CallOptions): Promise<boolean>;
}
