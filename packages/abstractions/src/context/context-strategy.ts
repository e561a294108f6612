import type { DocumentSnapshot } from '../documents/editor-service.js';
import type { CallOptions } from '../services/call-options.js';
import type { LicenseTier } from '../services/license.js';
import { type Token, token } from '../token.js';
import type { AgentDefinition } from './agent-catalog.js';
import type { ContextFragment } from './context-fragment.js';
import type { ContextGatheringRequest } from './context-gathering-request.js';

/** Named priorities; higher is more important and earlier (SBD-072 §3.1). Any number between is allowed. */
export const StrategyPriority = { critical: 100, high: 90, medium: 60, low: 40, optional: 20 } as const;

/** Describes a strategy without its code. Registered even where the licence locks the strategy. */
export interface StrategyDescriptor {
  readonly strategyId: string;
  /** Name for people; the default label of its fragments. */
  readonly displayName: string;
  /** Higher is more important. */
  readonly priority: number;
  /** Most tokens the strategy contributes, unless the configuration gives it another size. */
  readonly maxTokens: number;
  /** Lowest licence tier that opens it. */
  readonly tier: LicenseTier;
  /** False when it runs only if switched on or required. Default true. */
  readonly enabledByDefault?: boolean | undefined;
}
export const StrategyDescriptor: Token<StrategyDescriptor> = token('StrategyDescriptor');

/** Puts foreign text into a code fence, or returns it as it is. */
export type QuoteText = (text: string) => string;

/** Inputs of a request that stay the same for every strategy of an assembly, whatever changes meanwhile. */
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
   * Frames text from `source` for use in a fragment: in a fence that the text cannot close, where source or text look
   * like a label or a note of an assembly. The strategy counts the framed text. A fragment without framed text is
   * fenced as a whole where it needs a fence. Absent: text is used as it is.
   */
  readonly quoteFrom?: ((source: string) => QuoteText) | undefined;
}

/** Options of gathering beside the request. */
export interface GatherOptions extends WritingOptions {
  /**
   * Tokens the strategy may use, at most its size: the configured one, else its own `maxTokens`. A fragment whose
   * `metadata.originalTokens` is above its count says that there is more: when others leave something of the budget,
   * `gather` is called again with more.
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
   * Gathers what matters for the request, or `undefined` when there is nothing. To say why there is nothing, or
   * that a precondition is missing, return a {@link NothingGathered}.
   */
  gather(
    request: ContextGatheringRequest,
    options: GatherOptions,
  ): Promise<ContextFragment | NothingGathered | undefined>;
  /**
   * A shorter version of one of its own fragments, where losing the end would be the wrong loss. `undefined` leaves the
   * cut to the orchestrator.
   */
  shorten?(fragment: ContextFragment, maxTokens: number, options: ShortenOptions): Promise<ContextFragment | undefined>;
}
export const IContextStrategy: Token<IContextStrategy> = token('IContextStrategy');

/** A strategy's reasoned "nothing": the message is shown to people and never spends tokens. */
export interface NothingGathered {
  readonly nothing: 'empty' | 'no-index';
  /** One sentence: why there is nothing and, where it helps, what to do. */
  readonly message: string;
}

/** Whether a strategy's answer is a reasoned nothing. */
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
 * A strategy of the host's own. It opens with the Enterprise tier; below it, it is named as locked and never built
 * (SBD-072 §1.4).
 */
export interface CustomStrategy extends Omit<StrategyDescriptor, 'tier'> {
  /** Builds the strategy, once for each runtime. Its `strategyId` is the one declared here. */
  create(services: StrategyServices): IContextStrategy;
}
