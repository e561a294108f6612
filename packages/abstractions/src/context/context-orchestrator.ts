import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';
import type { AssembledContext } from './assembled-context.js';
import type { ContextBudget } from './context-budget.js';
import type { AssemblyOrigin } from './context-events.js';
import type { ContextGatheringRequest } from './context-gathering-request.js';
import type { IContextStrategy, StrategyDescriptor } from './context-strategy.js';

/** Options of one assembly. */
export interface AssembleOptions extends CallOptions {
  /** Default `agent`. */
  readonly origin?: AssemblyOrigin | undefined;
  /** Id that links events and log lines to the caller's; generated when absent. */
  readonly correlationId?: string | undefined;
}

/** A strategy with its present state, for people. */
export interface StrategyState extends StrategyDescriptor {
  readonly licensed: boolean;
  readonly enabled: boolean;
  /** False when a service that the strategy needs is missing. */
  readonly available: boolean;
}

/** Coordinates the strategies (DES-072c §4.1). */
export interface IContextOrchestrator {
  /**
   * Runs all applicable strategies concurrently and fits their fragments into the budget.
   *
   * A strategy that fails, hangs or finds nothing is named in `skipped` and never fails the assembly.
   *
   * @throws {LexichordError} `invalid-argument` for a malformed request or budget, `unknown-strategy` for a required or
   * excluded id that is not registered
   * @throws the signal's reason when the caller cancels
   */
  assemble(
    request: ContextGatheringRequest,
    budget: ContextBudget,
    options?: AssembleOptions,
  ): Promise<AssembledContext>;
  /** The registered, licensed strategies, highest priority first. */
  getStrategies(): readonly IContextStrategy[];
  /** Every registered strategy with its state, locked ones included, highest priority first. */
  describeStrategies(): readonly StrategyState[];
  /**
   * Switches a strategy on or off for the assemblies that start afterwards.
   * @throws {LexichordError} `unknown-strategy`
   */
  setStrategyEnabled(strategyId: string, enabled: boolean): void;
  /** @throws {LexichordError} `unknown-strategy` */
  isStrategyEnabled(strategyId: string): boolean;
}
export const IContextOrchestrator: Token<IContextOrchestrator> = token('IContextOrchestrator');
