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
  ISecretScanner,
  ITokenCounter,
  type RequestInputs,
  type StrategyDescriptor,
  type StrategyState,
  hasDocument,
  isLexichordError,
  requiresStrategy,
  validateRequest,
} from '@lexichord/abstractions';
import { deepFreeze, raceWithSignal, withDeadline } from '@lexichord/platform/internal';
import { readDocumentOnce } from '@lexichord/context-strategy';
import { inject, injectable } from 'tsyringe';

import { AgentsOptions, type Live } from './agents-options.js';
import { FragmentFraming } from './framing/fragment-framing.js';
import { AssemblyLog } from './orchestrator/assembly-log.js';
import { describeAssembly } from './orchestrator/describe-assembly.js';
import { type FittedOutcomes, type LeftoverContext, distributeLeftover } from './orchestrator/distribute-leftover.js';
import { type DocumentFacts, readDocumentFacts } from './orchestrator/extract-variables.js';
import { fitToBudget } from './orchestrator/fit-to-budget.js';
import { frameFragments } from './orchestrator/frame-fragments.js';
import { type GatherOutcome, gatherFragments, gatheredOf } from './orchestrator/gather-fragments.js';
import { rankFragments } from './orchestrator/gathered-fragment.js';
import { screenAssembly } from './orchestrator/screen-output.js';
import { type ScreenedRequest, screenRequest } from './orchestrator/screen-request.js';
import { requireRegisteredStrategy, selectStrategies, validateBudget } from './orchestrator/select-strategies.js';

/** One running assembly. */
interface Assembly {
  readonly request: ContextGatheringRequest;
  readonly inputs: RequestInputs;
  readonly budget: ContextBudget;
  /** The options when it started. */
  readonly options: AgentsOptions;
  readonly signal: AbortSignal;
  readonly startedMs: number;
  readonly log: AssemblyLog;
}

/** Facts of an assembly after its strategies are chosen. */
interface StageFacts {
  readonly chosen: readonly IContextStrategy[];
  /** Labels of all strategies, including those that do not run. */
  readonly labels: readonly string[];
  readonly deadline: AbortSignal;
}

/**
 * Runs the strategies that apply, and fits their fragments into the budget (DES-072c).
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
    @inject(ISecretScanner) private readonly scanner: ISecretScanner,
    @inject(IEditorService) private readonly editor: IEditorService,
    @inject(IDocumentStructureService) private readonly structure: IDocumentStructureService,
    @inject(IEventBus) private readonly events: IEventBus,
    @inject(ILogger) logger: ILogger,
    @inject(IMetrics) metrics: IMetrics,
    @inject(IClock) private readonly clock: IClock,
    @inject(IIdSource) private readonly idSource: IIdSource,
    @inject(AgentsOptions) private readonly options: Live<AgentsOptions>,
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
    const { current: options } = this.options;
    // Frozen copies: every strategy and listener sees the same request.
    const request = deepFreeze(structuredClone(given));
    const budget = deepFreeze(structuredClone(givenBudget));
    const inputs = this.inputsOf(request);

    const { agentId } = request;
    const startedMs = this.clock.monotonicMs();
    return this.log.withCorrelation(correlationId, async () => {
      this.events.publish('ContextAssemblyStarted', { correlationId, origin, agentId, request, budget });
      this.log.started(agentId, budget.maxTokens);
      try {
        const result = await this.run({ request, inputs, budget, options, signal, startedMs, log: this.log });
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
    const locked = new Set(
      this.factory
        .describeAllStrategies()
        .filter(({ tier }) => !this.license.allows(tier))
        .map(({ strategyId }) => strategyId),
    );
    return this.factory.createAllStrategies().filter(({ strategyId }) => !locked.has(strategyId));
  }

  describeStrategies(): readonly StrategyState[] {
    const available = new Set(this.getStrategies().map(({ strategyId }) => strategyId));
    return this.factory.describeAllStrategies().map((descriptor) => ({
      ...descriptor,
      maxTokens: sizeIn(this.options.current, descriptor),
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

  /**
   * select ► screen ► gather ► frame ► rank ► fit (and cut duplicates) ► distribute the leftover ► describe ► screen
   */
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
    return withDeadline({ timeoutMs: assembly.options.strategyTimeoutMs, clock: this.clock }, async (deadline) => {
      const { request: screened, readDocument, secrets } = await this.screen(assembly, deadline);
      const inputs = { ...assembly.inputs, readDocument };
      const labels = descriptors.map(({ displayName }) => displayName);
      const context = this.stageContext({ ...assembly, request: screened, inputs }, { chosen, labels, deadline });
      const { outcomes: gathered, facts } = await this.gather(chosen, assembly, context);
      const final = await raceWithSignal(this.fit(gathered, chosen, context), assembly.signal);
      assembly.signal.throwIfAborted();
      const described = describeAssembly({
        ...final,
        request,
        budget,
        order: descriptors.map(({ strategyId }) => strategyId),
        skipped,
        facts,
        secrets,
        durationMs: this.clock.monotonicMs() - assembly.startedMs,
      });
      return screenAssembly(described, { scanner: this.scanner, signal: assembly.signal });
    });
  }

  /**
   * Screens the request. After the deadline, it returns a request without texts; every strategy is out of time then,
   * too.
   */
  private async screen({ request, inputs, signal }: Assembly, deadline: AbortSignal): Promise<ScreenedRequest> {
    const either = AbortSignal.any([signal, deadline]);
    const { scanner, editor } = this;
    const { readDocument } = inputs;
    try {
      return await raceWithSignal(screenRequest(request, { scanner, editor, readDocument, signal: either }), either);
    } catch (error) {
      signal.throwIfAborted();
      if (!deadline.aborted) throw error;
      return { request: { agentId: request.agentId }, readDocument, secrets: [] };
    }
  }

  /** The context that all stages share. */
  private stageContext(
    { request, inputs, budget, options, signal, log }: Assembly,
    { chosen, labels, deadline }: StageFacts,
  ): LeftoverContext {
    const { strategyTimeoutMs: timeoutMs, maxParallelism = Math.max(1, chosen.length) } = options;
    return {
      request,
      inputs,
      tokenCounter: this.tokenCounter,
      scanner: this.scanner,
      framing: new FragmentFraming(labels, options.framing),
      budgetTokens: budget.maxTokens,
      maxTokens: budget.maxTokens,
      duplicateThreshold: options.enableDeduplication ? options.deduplicationThreshold : undefined,
      isRequired: (strategyId) => requiresStrategy(budget, strategyId),
      sizeOf: (strategy) => sizeIn(options, strategy),
      maxParallelism,
      deadline,
      signal,
      timeoutMs,
      onReturned: (strategyId, tokens) => log.strategyReturned(strategyId, tokens),
      onFailed: (strategyId, error) => log.strategyFailed(strategyId, error),
      onTimedOut: (strategyId) => log.strategyTimedOut(strategyId, timeoutMs),
      onShortenFailed: (strategyId, error) => log.shortenFailed(strategyId, error),
      onGrown: (strategyId, { fromTokens, toTokens }) => log.fragmentGrown(strategyId, fromTokens, toTokens),
      onGrowFailed: (strategyId, error) => log.growFailed(strategyId, error),
    };
  }

  /** Runs all strategies and reads the facts of the document in parallel, within the time limit. */
  private async gather(
    chosen: readonly IContextStrategy[],
    { signal, log }: Assembly,
    context: LeftoverContext,
  ): Promise<{ outcomes: readonly GatherOutcome[]; facts: DocumentFacts }> {
    log.executing(chosen.length);
    const facts = this.readFacts(context, AbortSignal.any([signal, context.deadline]));
    const outcomes = await gatherFragments(chosen, context);
    return { outcomes, facts: await facts };
  }

  /** The part of {@link run} from framing to distributing the leftover. */
  private async fit(
    gathered: readonly GatherOutcome[],
    chosen: readonly IContextStrategy[],
    context: LeftoverContext,
  ): Promise<FittedOutcomes> {
    const outcomes = await frameFragments(gathered, context);
    const fitted = await fitToBudget(rankFragments(gatheredOf(outcomes)), context);
    return distributeLeftover({ outcomes, fitted }, chosen, context);
  }

  private async readFacts({ request, inputs }: LeftoverContext, signal: AbortSignal): Promise<DocumentFacts> {
    const { readDocument } = inputs;
    try {
      const services = { editor: this.editor, structure: this.structure };
      const reading = readDocumentFacts(request, services, { readDocument, signal });
      return await raceWithSignal(reading, signal);
    } catch (error) {
      this.log.factsUnknown(error);
      return {};
    }
  }

  /** A reader that reads the document once, and the agent's present definition. */
  private inputsOf(request: ContextGatheringRequest): RequestInputs {
    const { agentId } = request;
    return {
      agent: this.agents.findAgent(agentId) ?? { agentId, displayName: agentId },
      readDocument: hasDocument(request) ? readDocumentOnce(request, this.editor) : undefined,
    };
  }

  private requireDescriptor(strategyId: string): StrategyDescriptor {
    const descriptors = this.factory.describeAllStrategies();
    requireRegisteredStrategy(
      strategyId,
      descriptors.map((descriptor) => descriptor.strategyId),
    );
    return descriptors.find((descriptor) => descriptor.strategyId === strategyId) as StrategyDescriptor;
  }

  private isEnabled({ strategyId, enabledByDefault = true }: StrategyDescriptor): boolean {
    return this.switched.get(strategyId) ?? this.options.current.strategies[strategyId]?.enabled ?? enabledByDefault;
  }
}

function sizeIn(
  { strategies }: AgentsOptions,
  { strategyId, maxTokens }: Pick<IContextStrategy, 'strategyId' | 'maxTokens'>,
): number {
  return strategies[strategyId]?.maxTokens ?? maxTokens;
}

function messageOf(error: unknown): string {
  return isLexichordError(error) ? error.message : 'The assembly failed unexpectedly. See the log for details.';
}
