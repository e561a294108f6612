import type { Token } from '../token.js';
import type { IContextStrategy, StrategyDescriptor } from './context-strategy.js';

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
