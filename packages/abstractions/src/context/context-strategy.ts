import type { DocumentSnapshot } from '../documents/editor-service.js';
import type { CallOptions } from '../services/call-options.js';
import type { LicenseTier } from '../services/license.js';
import { type Token, token } from '../token.js';
import type { AgentDefinition } from './agent-catalog.js';
import type { ContextFragment } from './context-fragment.js';
import type { ContextGatheringRequest } from './context-gathering-request.js';

/** Named priorities; higher is more important and earlier (SBD-072 §3.1). Any number between is allowed. */
export const StrategyPriority = { critical: 100, high: 90, medium: 60, low: 40, optional: 20 } as const;

/** What can be said of a strategy without having it: it is registered even where the licence locks the strategy. */
export interface StrategyDescriptor {
  readonly strategyId: string;
  /** Name for people; the default label of its fragments. */
  readonly displayName: string;
  /** Higher is more important. */
  readonly priority: number;
  /** Most tokens the strategy contributes. */
  readonly maxTokens: number;
  /** Lowest licence tier that opens it. */
  readonly tier: LicenseTier;
  /** False when it runs only if switched on or required. Default true. */
  readonly enabledByDefault?: boolean | undefined;
}
export const StrategyDescriptor: Token<StrategyDescriptor> = token('StrategyDescriptor');

/** Puts a stretch of text that is not ours into a code fence, or gives it back as it is. */
export type QuoteText = (text: string) => string;

/** What belongs to a request, the same for every strategy of an assembly whatever changes meanwhile. */
export interface RequestInputs {
  /**
   * Gives the request's document; every call of an assembly gets the same version. Absent: the document is what the editor
   * has.
   */
  readonly readDocument?: (() => Promise<DocumentSnapshot>) | undefined;
  /** The request's agent; one that nobody knows has an id and a name. Absent: it is as the catalogue has it. */
  readonly agent?: AgentDefinition | undefined;
}

/** {@link RequestInputs}, and when to stop. */
export interface RequestOptions extends RequestInputs, CallOptions {}

/** What every strategy is told when it is to write a fragment. */
export interface WritingOptions extends RequestOptions {
  /**
   * How text that was taken from `source` is put among the strategy's own words: in a fence that the text cannot close,
   * where anything in the source or in the text reads like a label or a note of an assembly. The strategy counts what it
   * gets back. A fragment for which this was not called is put into a fence as a whole where it needs one. Absent: text
   * stands as it is.
   */
  readonly quoteFrom?: ((source: string) => QuoteText) | undefined;
}

/** What the orchestrator tells a strategy beside the request. */
export interface GatherOptions extends WritingOptions {
  /**
   * Tokens the strategy may use, at most its own `maxTokens`. A fragment whose `metadata.originalTokens` is above its
   * count says that there is more: when others leave something of the budget, `gather` is called again with more.
   */
  readonly maxTokens: number;
}

/** What the orchestrator tells a strategy that shortens its own fragment. */
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
  /** Every known strategy, locked ones included, in the same order. */
  describeAllStrategies(): readonly StrategyDescriptor[];
}
export const IContextStrategyFactory: Token<IContextStrategyFactory> = token('IContextStrategyFactory');

/** Where a custom strategy finds the services it builds on. */
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
