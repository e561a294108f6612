import type { DocumentSnapshot } from '../documents/editor-service.js';
import type { CallOptions } from '../services/call-options.js';
import type { LicenseTier } from '../services/license.js';
import { type Token, token } from '../token.js';
import type { AgentDefinition } from './agent-catalog.js';
import type { ContextFragment } from './context-fragment.js';
import type { ContextGatheringRequest } from './context-gathering-request.js';

/** Named priorities; higher is more important and earlier (SBD-072 §3.1). Any number between is allowed. */
export const StrategyPriority = { critical: 100, high: 90, medium: 60, low: 40, optional: 20 } as const;

/** Describes a strategy without its code. Registered even if the licence locks the strategy. */
export interface StrategyDescriptor {
  readonly strategyId: string;
  /** Name for people; the default label of its fragments. */
  readonly displayName: string;
  /** Higher is more important. */
  readonly priority: number;
  /** Maximum tokens of the strategy, unless the configuration gives another size. */
  readonly maxTokens: number;
  /** Lowest licence tier that opens it. */
  readonly tier: LicenseTier;
  /** False when it runs only if switched on or required. Default true. */
  readonly enabledByDefault?: boolean | undefined;
}
export const StrategyDescriptor: Token<StrategyDescriptor> = token('StrategyDescriptor');

/** Puts foreign text into a code fence, or returns it as it is. */
export type QuoteText = (text: string) => string;

/** Inputs of a request that are the same for every strategy of an assembly, also if files change meanwhile. */
export interface RequestInputs {
  /** Gives the request's document; every call of an assembly gets the same version. Absent: the editor's document. */
  readonly readDocument?: (() => Promise<DocumentSnapshot>) | undefined;
  /** The request's agent; an unknown one has an id and a name only. Absent: the entry in the catalogue. */
  readonly agent?: AgentDefinition | undefined;
}

/** {@link RequestInputs} with a signal for cancellation. */
export interface RequestOptions extends RequestInputs, CallOptions {}

/** Options for writing a fragment. */
export interface WritingOptions extends RequestOptions {
  /**
   * Frames text from `source` for use in a fragment: in a fence that the text cannot close, if source or text look like
   * a label or a note of an assembly. The strategy counts the framed text. A fragment without framed text is fenced as
   * a whole if necessary. Absent: text is used as it is.
   */
  readonly quoteFrom?: ((source: string) => QuoteText) | undefined;
}

/** Options of gathering beside the request. */
export interface GatherOptions extends WritingOptions {
  /**
   * Tokens the strategy may use, at most its size: the configured one, else its own `maxTokens`. A fragment whose
   * `metadata.originalTokens` exceeds its count has more text: when others leave tokens over, `gather` is called again
   * with a larger limit.
   */
  readonly maxTokens: number;
}

/** Options of shortening a fragment. */
export interface ShortenOptions extends WritingOptions {
  readonly request: ContextGatheringRequest;
}

/** A pluggable source of context (SBD-072 §3.1). */
export interface IContextStrategy {
  /** Unique; letters, digits, `_`, `.`, `-`. */
  readonly strategyId: string;
  readonly displayName: string;
  /** Higher is more important. */
  readonly priority: number;
  readonly maxTokens: number;
  /**
   * Gathers the relevant context of the request; `undefined` when there is none. To give a reason, or report a missing
   * precondition, return a {@link NothingGathered}.
   */
  gather(
    request: ContextGatheringRequest,
    options: GatherOptions,
  ): Promise<ContextFragment | NothingGathered | undefined>;
  /**
   * Shortens one of the strategy's own fragments, if cutting the end would lose the wrong text. `undefined` leaves the
   * cut to the orchestrator.
   */
  shorten?(fragment: ContextFragment, maxTokens: number, options: ShortenOptions): Promise<ContextFragment | undefined>;
}
export const IContextStrategy: Token<IContextStrategy> = token('IContextStrategy');

/** An empty result of a strategy with its reason; the message is for people and uses no tokens. */
export interface NothingGathered {
  readonly nothing: 'empty' | 'no-index';
  /** One sentence: the reason and, where useful, the remedy. */
  readonly message: string;
}

/** Whether a strategy's answer is a {@link NothingGathered}. */
export function isNothingGathered(answer: ContextFragment | NothingGathered): answer is NothingGathered {
  return 'nothing' in answer;
}

/** Gives the strategies that are registered and licensed (SBD-072 §5.1). */
export interface IContextStrategyFactory {
  /** Every registered, licensed strategy, highest priority first, then by id. */
  createAllStrategies(): readonly IContextStrategy[];
  /** Every registered strategy, locked ones included, in the same order. */
  describeAllStrategies(): readonly StrategyDescriptor[];
}
export const IContextStrategyFactory: Token<IContextStrategyFactory> = token('IContextStrategyFactory');

/** Gives services to a custom strategy. */
export interface StrategyServices {
  /** @throws {LexichordError} `internal` when nothing is registered for the token */
  resolve<T>(token: Token<T>): T;
}

/**
 * A strategy of the host. It needs the Enterprise tier; below it, it is listed as locked and never built (SBD-072
 * §1.4).
 */
export interface CustomStrategy extends Omit<StrategyDescriptor, 'tier'> {
  /** Builds the strategy, once for each runtime. Its `strategyId` is the one declared here. */
  create(services: StrategyServices): IContextStrategy;
}
