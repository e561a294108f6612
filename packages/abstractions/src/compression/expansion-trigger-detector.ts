import type { AssembledContext } from '../context/assembled-context.js';
import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';
import type { CompressionLevel } from './compressed-segment.js';

/** The decision whether an agent needs more detail (COMP-06 §4). */
export interface ExpansionDecision {
  readonly shouldExpand: boolean;
  /** Segments to expand, the most likely first; each has less detail in the context than the target level. */
  readonly segmentIds: readonly string[];
  readonly targetLevel: CompressionLevel;
  /** One sentence. */
  readonly reason: string;
}

/** Options of the detection. */
export interface DetectOptions extends CallOptions {
  /** The conversation to search. Absent: the one of the context's conversation fragment, if it has one. */
  readonly conversationId?: string | undefined;
}

/** Detects when an agent needs more of a conversation (COMP-06 §4, §5). */
export interface IExpansionTriggerDetector {
  /**
   * Reads an agent's answer. Segments that the context already has at Full are not named, so that repeated expansion
   * ends.
   */
  shouldExpand(
    agentResponse: string,
    currentContext: AssembledContext,
    options?: DetectOptions,
  ): Promise<ExpansionDecision>;
}
export const IExpansionTriggerDetector: Token<IExpansionTriggerDetector> = token('IExpansionTriggerDetector');
