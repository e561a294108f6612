import type { IndexReport } from '../search/index-service.js';
import type { AssembledContext } from './assembled-context.js';
import type { ContextBudget } from './context-budget.js';
import type { ContextGatheringRequest } from './context-gathering-request.js';

/** The caller of an assembly: an agent that will use it, or the preview panel that shows it. */
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

/** Published after every assembly, an empty one too, so that no viewer shows stale fragments (DES-072c §4.4). */
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

/** The result of a changed configuration. */
export interface ConfigurationChange {
  /** Keys, such as `context.assembler.default_budget`, whose new values apply to all later calls. */
  readonly appliedKeys: readonly string[];
  /** Changed keys that take effect when the workspace is opened again. */
  readonly restartKeys: readonly string[];
}

/** Published when the configuration was read again and has changed, or is valid after a rejection. */
export type ConfigurationReloadedEvent = ConfigurationChange;

/** Published when the configuration was read again and is invalid; the previous one stays in force. */
export interface ConfigurationRejectedEvent {
  /** Error code, such as `invalid-configuration`. */
  readonly code: string;
  /** Names every problem. */
  readonly message: string;
}

/** Published when the search index was brought up to date, and files had changed. */
export type IndexUpdatedEvent = IndexReport;

/** Every event by its name. A `type`, so that it can be an event map. */
export type LexichordEvents = {
  ContextAssemblyStarted: ContextAssemblyStartedEvent;
  ContextAssembled: ContextAssembledEvent;
  ContextAssemblyFailed: ContextAssemblyFailedEvent;
  StrategyToggled: StrategyToggledEvent;
  ConfigurationReloaded: ConfigurationReloadedEvent;
  ConfigurationRejected: ConfigurationRejectedEvent;
  IndexUpdated: IndexUpdatedEvent;
};
