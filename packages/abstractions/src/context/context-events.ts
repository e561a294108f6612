import type { AssembledContext } from './assembled-context.js';
import type { ContextBudget } from './context-budget.js';
import type { ContextGatheringRequest } from './context-gathering-request.js';

/** Who asked for an assembly: an agent that will use it, or the preview panel that shows it. */
export type AssemblyOrigin = 'agent' | 'preview';

interface AssemblyEvent {
  /** The same in every event and log line of one assembly. */
  readonly correlationId: string;
  readonly origin: AssemblyOrigin;
  readonly agentId: string;
}

/** Published before the first strategy runs. */
export interface ContextAssemblyStartedEvent extends AssemblyEvent {
  readonly request: ContextGatheringRequest;
  readonly budget: ContextBudget;
}

/** Published after every assembly, an empty one too, so that nobody shows stale fragments (DES-072c §4.4). */
export interface ContextAssembledEvent extends AssemblyEvent {
  readonly result: AssembledContext;
}

/** Published when an assembly ends without a result. */
export interface ContextAssemblyFailedEvent extends AssemblyEvent {
  readonly outcome: 'failed' | 'cancelled';
  /** Error code, or `cancelled`. */
  readonly code: string;
  readonly message: string;
}

/** Published when a strategy is switched on or off. */
export interface StrategyToggledEvent {
  readonly strategyId: string;
  readonly enabled: boolean;
}

/** Every event by its name. A `type`, so that it can be an event map. */
export type LexichordEvents = {
  ContextAssemblyStarted: ContextAssemblyStartedEvent;
  ContextAssembled: ContextAssembledEvent;
  ContextAssemblyFailed: ContextAssemblyFailedEvent;
  StrategyToggled: StrategyToggledEvent;
};
