import {
  type AssembleOptions,
  type AssembledContext,
  type ContextBudget,
  type ContextGatheringRequest,
  ErrorCode,
  type IContextOrchestrator,
  type IContextStrategy,
  type IEventBus,
  LexichordError,
  type StrategyState,
  combineContent,
  emptyAssembledContext,
  isLexichordError,
  validateRequest,
} from '@lexichord/abstractions';
import { aFragment } from '@lexichord/testing';

/** Assembly for a request. It may throw, and it may take time. */
export type Answer = (
  request: ContextGatheringRequest,
  budget: ContextBudget,
) => AssembledContext | Promise<AssembledContext>;

/** One assembly as it was asked for. */
export interface AskedAssembly {
  readonly request: ContextGatheringRequest;
  readonly budget: ContextBudget;
  readonly options: AssembleOptions;
}

/**
 * Assembles what a test says, publishes the events of the real orchestrator in their order, and can be held up in the
 * middle of an assembly. By default it gives one fragment of each strategy that is on, named after its content.
 */
export class ScriptedOrchestrator implements IContextOrchestrator {
  /** Everything that was asked for, in order. */
  readonly asked: AskedAssembly[] = [];
  /** Result of the next assemblies. */
  answer: Answer = (request, budget) => this.oneFragmentEach(request, budget);
  private readonly switched = new Map<string, boolean>();
  private gate: Promise<void> = Promise.resolve();
  private lastId = 0;

  constructor(
    private readonly events: IEventBus,
    /** May be replaced, as by a configuration that was read again. */
    public strategies: readonly StrategyState[],
  ) {}

  /** Assemblies that begin from now on wait, after `ContextAssemblyStarted`, until the answer is called. */
  holdUp(): () => void {
    let release: () => void = () => undefined;
    this.gate = new Promise((resolve) => {
      release = resolve;
    });
    return () => {
      release();
      this.gate = Promise.resolve();
    };
  }

  async assemble(
    request: ContextGatheringRequest,
    budget: ContextBudget,
    options: AssembleOptions = {},
  ): Promise<AssembledContext> {
    const { signal = new AbortController().signal, origin = 'agent', correlationId = this.nextId() } = options;
    validateRequest(request);
    for (const id of [...(budget.requiredStrategies ?? []), ...(budget.excludedStrategies ?? [])]) this.require(id);
    signal.throwIfAborted();
    const { agentId } = request;
    this.asked.push({ request, budget, options });
    this.events.publish('ContextAssemblyStarted', { correlationId, origin, agentId, request, budget });
    try {
      await orAborted(this.gate, signal);
      const result = await this.answer(request, budget);
      signal.throwIfAborted();
      this.events.publish('ContextAssembled', { correlationId, origin, agentId, result });
      return result;
    } catch (error) {
      const outcome = signal.aborted ? 'cancelled' : 'failed';
      const code = outcome === 'cancelled' ? outcome : isLexichordError(error) ? error.code : ErrorCode.internal;
      const message = outcome === 'failed' && isLexichordError(error) ? error.message : `The assembly ${outcome}.`;
      this.events.publish('ContextAssemblyFailed', { correlationId, origin, agentId, outcome, code, message });
      throw error;
    }
  }

  getStrategies(): readonly IContextStrategy[] {
    return [];
  }

  describeStrategies(): readonly StrategyState[] {
    return this.strategies.map((strategy) => ({
      ...strategy,
      enabled: this.switched.get(strategy.strategyId) ?? strategy.enabled,
    }));
  }

  setStrategyEnabled(strategyId: string, enabled: boolean): void {
    this.require(strategyId);
    this.switched.set(strategyId, enabled);
    this.events.publish('StrategyToggled', { strategyId, enabled });
  }

  isStrategyEnabled(strategyId: string): boolean {
    this.require(strategyId);
    return this.describeStrategies().some((strategy) => strategy.strategyId === strategyId && strategy.enabled);
  }

  private oneFragmentEach({ agentId }: ContextGatheringRequest, { maxTokens }: ContextBudget): AssembledContext {
    const fragments = this.describeStrategies()
      .filter(({ enabled, licensed, available }) => enabled && licensed && available)
      .map(({ strategyId, displayName }) =>
        aFragment({ sourceId: strategyId, label: displayName, content: `What ${strategyId} says.` }),
      );
    const totalTokens = fragments.reduce((sum, { tokenEstimate }) => sum + tokenEstimate, 0);
    return {
      ...emptyAssembledContext(agentId, maxTokens),
      fragments,
      totalTokens,
      renderedTokens: combineContent({ fragments }).split(/\s+/u).filter(Boolean).length,
      assemblyDurationMs: 5,
    };
  }

  private require(strategyId: string): void {
    if (this.strategies.some((strategy) => strategy.strategyId === strategyId)) return;
    throw new LexichordError(ErrorCode.unknownStrategy, `No strategy is named "${strategyId}".`, {
      details: { strategyId },
    });
  }

  private nextId(): string {
    this.lastId += 1;
    return `agent-${this.lastId}`;
  }
}

function orAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    void work.then(resolve);
  });
}
