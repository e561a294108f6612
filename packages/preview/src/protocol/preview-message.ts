import type {
  AssembledContext,
  AssemblyOrigin,
  ConfigurationChange,
  ContextGatheringRequest,
  LicenseTier,
  StrategyState,
} from '@lexichord/abstractions';

/** An agent that can be chosen. */
export interface AgentChoice {
  readonly agentId: string;
  readonly displayName: string;
  /** In tokens, when the request has none. */
  readonly defaultBudget: number;
}

/** Description of the workspace, independent of assemblies. */
export interface PanelDescription {
  /** Name of the workspace's folder; never its path. */
  readonly workspaceName: string;
  readonly tier: LicenseTier;
  /** Highest priority first, locked ones included. */
  readonly strategies: readonly StrategyState[];
  readonly agents: readonly AgentChoice[];
  readonly defaultAgentId: string;
  /** Largest budget of a viewer's request, in tokens; a larger one is lowered to it. */
  readonly maxBudget: number;
  /** Number of assemblies kept for the timeline. */
  readonly historySize: number;
  /** Problems of the licence and the configuration, one sentence or two each. */
  readonly warnings: readonly string[];
}

/** A requested assembly. */
export interface AssemblyStart {
  readonly correlationId: string;
  readonly origin: AssemblyOrigin;
  readonly agentId: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly request: ContextGatheringRequest;
  readonly maxTokens: number;
  /** Whether the viewer's typing caused it, rather than an action of its own. */
  readonly isLive: boolean;
}

/** An assembly with its result. */
export interface AssemblyRecord extends AssemblyStart {
  /** ISO 8601; the time that the panel shows (UC-02). */
  readonly assembledAt: string;
  readonly result: AssembledContext;
}

/** An assembly that is kept, without its texts. */
export interface AssemblySummary {
  readonly correlationId: string;
  readonly origin: AssemblyOrigin;
  readonly agentId: string;
  readonly assembledAt: string;
  readonly documentPath?: string | undefined;
  readonly totalTokens: number;
  readonly renderedTokens: number;
  readonly maxTokens: number;
  readonly assemblyDurationMs: number;
  /** In their order. */
  readonly sourceIds: readonly string[];
}

/** Messages of the panel to a viewer, by kind. */
export type PreviewMessage =
  /** The first message of every connection, and again when strategies, agents or limits may be others. */
  | { readonly kind: 'panel'; readonly panel: PanelDescription }
  /** After `panel` on every connection: the history, oldest first, and the last assembly of an agent, whole. */
  | {
      readonly kind: 'history';
      readonly assemblies: readonly AssemblySummary[];
      readonly lastOfAgent?: AssemblyRecord | undefined;
    }
  | { readonly kind: 'assembly-started'; readonly assembly: AssemblyStart }
  | { readonly kind: 'assembled'; readonly assembly: AssemblyRecord }
  | {
      readonly kind: 'assembly-failed';
      readonly correlationId: string;
      readonly origin: AssemblyOrigin;
      readonly outcome: 'failed' | 'cancelled';
      readonly code: string;
      readonly message: string;
    }
  /** A strategy was switched; the `panel` that follows has its new state. */
  | { readonly kind: 'strategy-toggled'; readonly strategyId: string; readonly enabled: boolean }
  /** The viewer's open document has changed: on disk, or edited by another viewer. */
  | { readonly kind: 'document-changed'; readonly path: string }
  /** The configuration was read again. */
  | { readonly kind: 'configuration-reloaded'; readonly change: ConfigurationChange }
  | { readonly kind: 'configuration-rejected'; readonly code: string; readonly message: string }
  /** Requests every viewer to assemble again, such as for `lexichord context refresh`. */
  | { readonly kind: 'refresh-requested' }
  /** The panel is about to stop. */
  | { readonly kind: 'stopping' };

/** A {@link PreviewMessage} of one kind. */
export type PreviewMessageOf<Kind extends PreviewMessage['kind']> = Extract<PreviewMessage, { readonly kind: Kind }>;
