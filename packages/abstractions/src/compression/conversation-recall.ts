import type { CallOptions } from '../services/call-options.js';
import type { WithheldSecret } from '../services/secret-scanner.js';
import { type Token, token } from '../token.js';
import type { CompressionLevel } from './compressed-segment.js';

/** Reasons for recalling a part of a conversation. */
export const recallReasons = ['recent', 'relevant', 'anchors', 'overview'] as const;

/** One of {@link recallReasons}. */
export type RecallReason = (typeof recallReasons)[number];

/** A recalled part of a conversation. */
export interface RecalledSegment {
  readonly segmentId: string;
  /** At Full the listed messages are included verbatim, which need not be the whole segment. */
  readonly level: CompressionLevel;
  /** In their order. */
  readonly messageIds: readonly string[];
  /** Tokens of its part of the content. */
  readonly tokenCount: number;
  readonly reason: RecallReason;
}

/** A segment that was left out of a recall. */
export interface LeftOutSegment {
  readonly segmentId: string;
  readonly reason: 'over-budget';
  /** Tokens at Full. */
  readonly tokens: number;
}

/** The recalled context of a conversation. */
export interface RecalledContext {
  readonly conversationId: string;
  /** In the order of the conversation. */
  readonly content: string;
  /** Tokens of the whole content; at most the budget. */
  readonly totalTokens: number;
  readonly maxTokens: number;
  /** Tokens of the conversation at Full. */
  readonly originalTokens: number;
  /** In the order of the conversation; a segment has one entry for each level that it is shown at. */
  readonly segments: readonly RecalledSegment[];
  /** In the order of the conversation. */
  readonly leftOut: readonly LeftOutSegment[];
  /** Secrets that were replaced in the content, by message and rule. */
  readonly secrets: readonly WithheldSecret[];
}

/** A conversation that a question is about. */
export interface FoundConversation {
  readonly conversationId: string;
  readonly messages: number;
  /** Share of the maximum score, above 0 to 1. Comparable only within one answer. */
  readonly relevance: number;
}

/** Chooses messages and summaries of a conversation for an agent. */
export interface IConversationRecall {
  /**
   * Recalls the last turns and relevant messages verbatim, anchors, and as much of the rest as fits; never over the
   * budget.
   *
   * @param query empty: only time and importance decide
   * @param budget tokens, from 0
   * @throws {LexichordError} `not-found` for a conversation that is not stored, `invalid-argument` for a budget that is
   * no whole number from 0
   */
  allocate(conversationId: string, query: string, budget: number, options?: CallOptions): Promise<RecalledContext>;

  /**
   * Finds the conversations that a question is about, the most relevant first: by the words of their messages, of
   * their speakers' names and of their ids. Those without a word of the question are left out. The first call reads all
   * conversations; a later one those that have changed, and large ones beyond the cache.
   *
   * @param query its first 200 words count; stop words such as `the` do not. Empty: none
   */
  find(query: string, options?: CallOptions): Promise<readonly FoundConversation[]>;
}
export const IConversationRecall: Token<IConversationRecall> = token('IConversationRecall');
