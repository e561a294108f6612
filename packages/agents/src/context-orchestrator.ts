import 'reflect-metadata';
import {
  type AssembleOptions,
  type AssembledContext,
  type ContextBudget,
  type ContextGatheringRequest,
  ErrorCode,
  IAgentCatalog,
  IClock,
  type IContextOrchestrator,
  type IContextStrategy,
  IContextStrategyFactory,
  IDocumentStructureService,
  IEditorService,
  IEventBus,
  IIdSource,
  ILicenseService,
  ILogger,
  IMetrics,
  ITokenCounter,
  type StrategyDescriptor,
  type StrategyState,
  isLexichordError,
  requiresStrategy,
  validateRequest,
} from '@lexichord/abstractions';
import { deepFreeze, pinDocument, raceWithSignal } from '@lexichord/platform';
import { inject, injectable } from 'tsyringe';
import { AgentsOptions } from './agents-options.js';
import { AssemblyLog } from './orchestrator/assembly-log.js';
import { withDeadline } from './orchestrator/with-deadline.js';
import { describeAssembly } from './orchestrator/describe-assembly.js';
import { type DocumentFacts, readDocumentFacts } from './orchestrator/extract-variables.js';
import { fitToBudget } from './orchestrator/fit-to-budget.js';
import { type GatherOutcome, gatherFragments } from './orchestrator/gather-fragments.js';
import { rankFragments } from './orchestrator/rank-fragments.js';
import { requireKnownStrategy, selectStrategies, validateBudget } from './orchestrator/select-strategies.js';

/** One assembly's own facts. */
interface Assembly {
  readonly request: ContextGatheringRequest;
  readonly budget: ContextBudget;
  readonly signal: AbortSignal;
  readonly startedMs: number;
  readonly log: AssemblyLog;
}

/**
 * Runs the strategies that apply, and fits what they give into the budget (DES-072c).
 *
 * The pipeline is {@link run}; each stage is a function in `orchestrator/`.
 */
@injectable()
export class ContextOrchestrator implements IContextOrchestrator {
  private readonly switched = new Map<string, boolean>();
  private readonly log: AssemblyLog;

  constructor(
    @inject(IContextStrategyFactory) private readonly factory: IContextStrategyFactory,
    @inject(IAgentCatalog) private readonly agents: IAgentCatalog,
    @inject(ILicenseService) private readonly license: ILicenseService,
    @inject(ITokenCounter) private readonly tokenCounter: ITokenCounter,
    @inject(IEditorService) private readonly editor: IEditorService,
    @inject(IDocumentStructureService) private readonly structure: IDocumentStructureService,
    @inject(IEventBus) private readonly events: IEventBus,
    @inject(ILogger) logger: ILogger,
    @inject(IMetrics) metrics: IMetrics,
    @inject(IClock) private readonly clock: IClock,
    @inject(IIdSource) private readonly idSource: IIdSource,
    @inject(AgentsOptions) private readonly options: AgentsOptions,
  ) {
    this.log = new AssemblyLog(logger.forSource('ContextOrchestrator'), metrics);
  }

  async assemble(
    given: ContextGatheringRequest,
    givenBudget: ContextBudget,
    {
      signal = new AbortController().signal,
      origin = 'agent',
      correlationId = this.idSource.nextId(),
    }: AssembleOptions = {},
  ): Promise<AssembledContext> {
    validateRequest(given);
    validateBudget(givenBudget, this.factory.describeAllStrategies());
    signal.throwIfAborted();
    // Copies that nobody can change: every strategy and listener sees the same request, and one version of its document.
    const request = deepFreeze(structuredClone(given));
    const budget = deepFreeze(structuredClone(givenBudget));
    pinDocument(request);

    const { agentId } = request;
    const startedMs = this.clock.monotonicMs();
    return this.log.withCorrelation(correlationId, async () => {
      this.events.publish('ContextAssemblyStarted', { correlationId, origin, agentId, request, budget });
      this.log.started(agentId, budget.maxTokens);
      try {
        const result = await this.run({ request, budget, signal, startedMs, log: this.log });
        this.log.completed(result);
        this.events.publish('ContextAssembled', { correlationId, origin, agentId, result });
        return result;
      } catch (error) {
        const outcome = signal.aborted ? 'cancelled' : 'failed';
        const code = outcome === 'cancelled' ? outcome : isLexichordError(error) ? error.code : ErrorCode.internal;
        const message = outcome === 'cancelled' ? 'The assembly was cancelled.' : messageOf(error);
        this.log.ended(outcome, agentId, error);
        this.events.publish('ContextAssemblyFailed', { correlationId, origin, agentId, outcome, code, message });
        throw error;
      }
    });
  }

  getStrategies(): readonly IContextStrategy[] {
    return this.factory.createAllStrategies();
  }

  describeStrategies(): readonly StrategyState[] {
    const available = new Set(this.getStrategies().map(({ strategyId }) => strategyId));
    return this.factory.describeAllStrategies().map((descriptor) => ({
      ...descriptor,
      maxTokens: this.sizeOf(descriptor),
      licensed: this.license.allows(descriptor.tier),
      enabled: this.isEnabled(descriptor),
      available: available.has(descriptor.strategyId) || !this.license.allows(descriptor.tier),
    }));
  }

  setStrategyEnabled(strategyId: string, enabled: boolean): void {
    this.requireDescriptor(strategyId);
    this.switched.set(strategyId, enabled);
    this.log.strategySwitched(strategyId, enabled);
    this.events.publish('StrategyToggled', { strategyId, enabled });
  }

  isStrategyEnabled(strategyId: string): boolean {
    return this.isEnabled(this.requireDescriptor(strategyId));
  }

  /** select ► gather ► rank ► fit (duplicates cut on the way) ► describe */
  private async run(assembly: Assembly): Promise<AssembledContext> {
    const { request, budget } = assembly;
    const descriptors = this.factory.describeAllStrategies();
    const { chosen, skipped } = selectStrategies(descriptors, this.getStrategies(), {
      agentId: request.agentId,
      budget,
      license: this.license,
      agents: this.agents,
      isEnabled: (strategyId) => this.isStrategyEnabled(strategyId),
    });
    return withDeadline(this.options.strategyTimeoutMs, async (deadline) => {
      const { outcomes, facts } = await this.gather(chosen, assembly, deadline);
      const ranked = rankFragments(outcomes.flatMap((outcome) => ('gathered' in outcome ? [outcome.gathered] : [])));
      const fitted = await fitToBudget(ranked, {
        request,
        tokenCounter: this.tokenCounter,
        maxTokens: budget.maxTokens,
        duplicateThreshold: this.options.enableDeduplication ? this.options.deduplicationThreshold : undefined,
        deadline,
        onShortenFailed: (strategyId, error) => assembly.log.shortenFailed(strategyId, error),
      });
      assembly.signal.throwIfAborted();
      return describeAssembly({
        request,
        budget,
        order: descriptors.map(({ strategyId }) => strategyId),
        skipped,
        outcomes,
        fitted,
        facts,
        durationMs: this.clock.monotonicMs() - assembly.startedMs,
      });
    });
  }

  /** All strategies and the document's facts at once, none of them longer than the time limit. */
  private async gather(
    chosen: readonly IContextStrategy[],
    { request, budget, signal, log }: Assembly,
    deadline: AbortSignal,
  ): Promise<{ outcomes: readonly GatherOutcome[]; facts: DocumentFacts }> {
    const { strategyTimeoutMs: timeoutMs, maxParallelism = Math.max(1, chosen.length) } = this.options;
    log.executing(chosen.length);
    const facts = this.readFacts(request, AbortSignal.any([signal, deadline]));
    const outcomes = await gatherFragments(chosen, {
      request,
      tokenCounter: this.tokenCounter,
      budgetTokens: budget.maxTokens,
      isRequired: (strategyId) => requiresStrategy(budget, strategyId),
      sizeOf: (strategy) => this.sizeOf(strategy),
      maxParallelism,
      deadline,
      signal,
      timeoutMs,
      onReturned: (strategyId, tokens) => log.strategyReturned(strategyId, tokens),
      onFailed: (strategyId, error) => log.strategyFailed(strategyId, error),
      onTimedOut: (strategyId) => log.strategyTimedOut(strategyId, timeoutMs),
      onShortenFailed: (strategyId, error) => log.shortenFailed(strategyId, error),
    });
    return { outcomes, facts: await facts };
  }

  private async readFacts(request: ContextGatheringRequest, signal: AbortSignal): Promise<DocumentFacts> {
    try {
      const reading = readDocumentFacts(request, { editor: this.editor, structure: this.structure }, { signal });
      return await raceWithSignal(reading, signal);
    } catch (error) {
      this.log.factsUnknown(error);
      return {};
    }
  }

  private requireDescriptor(strategyId: string): StrategyDescriptor {
    const descriptors = this.factory.describeAllStrategies();
    requireKnownStrategy(
      strategyId,
      descriptors.map((descriptor) => descriptor.strategyId),
    );
    return descriptors.find((descriptor) => descriptor.strategyId === strategyId) as StrategyDescriptor;
  }

  private isEnabled({ strategyId, enabledByDefault = true }: StrategyDescriptor): boolean {
    return this.switched.get(strategyId) ?? this.options.strategies[strategyId]?.enabled ?? enabledByDefault;
  }

  private sizeOf({ strategyId, maxTokens }: Pick<IContextStrategy, 'strategyId' | 'maxTokens'>): number {
    return this.options.strategies[strategyId]?.maxTokens ?? maxTokens;
  }
}

function messageOf(error: unknown): string {
  return isLexichordError(error) ? error.message : 'The assembly failed unexpectedly. See the log for details.';
}
