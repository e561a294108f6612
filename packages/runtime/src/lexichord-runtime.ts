import {
  type AssembleOptions,
  type AssembledContext,
  type CallOptions,
  CompressionLevel,
  type ConfigurationChange,
  type ContextBudget,
  type ContextGatheringRequest,
  type ExpandOptions,
  type ExpandedBody,
  type ExpandedContext,
  type ExpansionMarker,
  IAgentCatalog,
  IBodyExpander,
  IChatCompletionService,
  IClock,
  IChunker,
  IContextExpander,
  IContextOrchestrator,
  IDocumentStructureService,
  IEditorService,
  IEventBus,
  IIndexService,
  ILicenseService,
  ILogger,
  type ILexichordRuntime,
  IRepositoryMapper,
  IStyleRuleRepository,
  ITokenCounter,
  IWorkspaceGuard,
  type IWorkspaceKnowledge,
  type IWorkspaceMemory,
  type PackedContext,
  type RepositoryMap,
  type SearchResult,
  type ShownSegment,
  type Token,
  type WorkspaceMapOptions,
  type WorkspacePackOptions,
  type WorkspaceSearchOptions,
} from '@lexichord/abstractions';
import { resolveToken } from '@lexichord/platform';
import { DisposalRegistry, compareText } from '@lexichord/platform/internal';
import { IDatabase } from '@lexichord/storage';
import type { DependencyContainer } from 'tsyringe';
import {
  type ConfigurationSources,
  type LoadedConfiguration,
  configurationFileNames,
} from './configuration/load-configuration.js';
import { ConfigurationUpdates } from './configuration-updates.js';
import { configurationWarnings } from './configuration-warnings.js';
import type { FacadeServices } from './facade/facade-services.js';
import { packForTask } from './facade/pack-for-task.js';
import { refreshIndex } from './facade/refresh-index.js';
import { searchWorkspace } from './facade/search-workspace.js';
import { WorkspaceKnowledge } from './facade/workspace-knowledge.js';
import { WorkspaceMemory } from './facade/workspace-memory.js';
import type { LiveConfiguration } from './live-configuration.js';
import type { StrategyStateFile } from './state/strategy-state-file.js';

/** Parts of a runtime beside its container. */
export interface RuntimeParts {
  readonly workspaceRoot: string;
  readonly configuration: LiveConfiguration;
  /** Sources from which the configuration is read again. */
  readonly sources: ConfigurationSources;
  readonly opened: LoadedConfiguration;
  readonly stateFile: StrategyStateFile;
}

/** Services that may hold threads, files or timers, in the order in which they are opened. */
const disposableServices = [
  IWorkspaceGuard,
  IEditorService,
  IDocumentStructureService,
  IStyleRuleRepository,
  IDatabase,
  IChunker,
  IIndexService,
];

/** An open workspace. Created by `createRuntime`. */
export class LexichordRuntime implements ILexichordRuntime {
  readonly workspaceRoot: string;
  readonly license: ILicenseService;
  readonly orchestrator: IContextOrchestrator;
  readonly agents: IAgentCatalog;
  readonly editor: IEditorService;
  readonly structure: IDocumentStructureService;
  readonly tokenCounter: ITokenCounter;
  readonly events: IEventBus;
  readonly index: IIndexService;
  readonly knowledge: IWorkspaceKnowledge;
  readonly memory: IWorkspaceMemory;
  private readonly services: FacadeServices;
  private readonly updates: ConfigurationUpdates;
  private readonly disposal = new DisposalRegistry();
  private watchedFiles: readonly string[] = [];
  /** Switches of strategies by id, of this and other processes. */
  private switched: ReadonlyMap<string, boolean> = new Map();

  constructor(
    private readonly container: DependencyContainer,
    private readonly parts: RuntimeParts,
  ) {
    this.workspaceRoot = parts.workspaceRoot;
    this.license = this.resolve(ILicenseService);
    this.orchestrator = this.resolve(IContextOrchestrator);
    this.agents = this.resolve(IAgentCatalog);
    this.editor = this.resolve(IEditorService);
    this.structure = this.resolve(IDocumentStructureService);
    this.tokenCounter = this.resolve(ITokenCounter);
    this.events = this.resolve(IEventBus);
    this.index = this.resolve(IIndexService);
    this.services = { license: this.license, resolve: (token) => this.resolve(token) };
    this.knowledge = new WorkspaceKnowledge(this.services);
    this.memory = new WorkspaceMemory(this.services);
    const { configuration, sources, opened } = parts;
    this.updates = new ConfigurationUpdates(configuration, {
      sources,
      opened,
      events: this.events,
      logger: this.resolve(ILogger),
      clock: this.resolve(IClock),
      hasLanguageModel: container.isRegistered(IChatCompletionService),
      warnings: () => this.configurationWarnings,
    });
    for (const service of disposableServices) this.disposeAtEnd(service);
    this.disposal.add('configuration', () => this.updates.stop());
  }

  get configurationWarnings(): readonly string[] {
    const registered = this.orchestrator.describeStrategies().map(({ strategyId }) => strategyId);
    const ofValues = configurationWarnings(this.parts.configuration.current, registered);
    return [...this.updates.sourceWarnings, ...ofValues];
  }

  get watchedConfigurationFiles(): readonly string[] {
    return this.watchedFiles;
  }

  assemble(
    request: ContextGatheringRequest,
    budget: ContextBudget,
    options?: AssembleOptions,
  ): Promise<AssembledContext> {
    return this.orchestrator.assemble(request, budget, options);
  }

  search(query: string, options: WorkspaceSearchOptions = {}): Promise<SearchResult> {
    return searchWorkspace(query, options, this.services);
  }

  async map({ budget: budgetTokens, ...options }: WorkspaceMapOptions = {}): Promise<RepositoryMap> {
    const { warnings } = await refreshIndex(this.index, options);
    const map = await this.resolve(IRepositoryMapper).map({ budgetTokens, signal: options.signal });
    return { ...map, warnings: [...new Set([...warnings, ...map.warnings])] };
  }

  pack(task: string, options: WorkspacePackOptions = {}): Promise<PackedContext> {
    const { budget: configuredBudget } = this.parts.configuration.current.context;
    return packForTask(task, options, { ...this.services, configuredBudget });
  }

  expand(shown: ShownSegment | ExpansionMarker, options?: ExpandOptions): Promise<ExpandedContext>;
  expand(handle: string, options?: CallOptions): Promise<ExpandedBody>;
  async expand(
    shown: ShownSegment | ExpansionMarker | string,
    options: ExpandOptions = {},
  ): Promise<ExpandedContext | ExpandedBody> {
    if (typeof shown === 'string') return this.resolve(IBodyExpander).expand(shown, options);
    const { toLevel, signal } = options;
    const expander = this.resolve(IContextExpander);
    if ('targetLevel' in shown) {
      return expander.expandMarker({ ...shown, targetLevel: toLevel ?? shown.targetLevel }, { signal });
    }
    return expander.expand(shown.segmentId, shown.level, toLevel ?? CompressionLevel.full, { signal });
  }

  resolve<T>(token: Token<T>): T {
    return resolveToken(this.container, token);
  }

  defaultBudgetOf(agentId: string): number {
    return (
      this.agents.findAgent(agentId)?.defaultBudget ?? this.parts.configuration.current.context.assembler.defaultBudget
    );
  }

  async switchStrategy(strategyId: string, enabled: boolean): Promise<void> {
    // Throws for an unknown id, before anything is written.
    this.orchestrator.isStrategyEnabled(strategyId);
    // Saved first, because an unsaved switch must not take effect.
    await this.parts.stateFile.remember(strategyId, enabled);
    this.switched = new Map([...this.switched, [strategyId, enabled]]);
    this.orchestrator.setStrategyEnabled(strategyId, enabled);
  }

  async rereadStrategies(): Promise<readonly string[]> {
    for (;;) {
      const { switched } = this;
      const remembered = await this.parts.stateFile.read();
      // A switch made here meanwhile is newer than the state that was read.
      if (switched === this.switched) return this.applySwitches(remembered);
    }
  }

  reloadConfiguration(): Promise<ConfigurationChange> {
    return this.updates.reload();
  }

  /** Last steps after construction. */
  async start({ watchConfiguration }: { readonly watchConfiguration: boolean }): Promise<void> {
    this.updates.logWarnings();
    this.applySwitches(await this.parts.stateFile.read());
    if (!watchConfiguration) return;
    this.disposal.add('configuration watch', this.updates.watch());
    this.watchedFiles = configurationFileNames(this.parts.sources);
  }

  dispose(): Promise<void> {
    return this.disposal.dispose();
  }

  /**
   * Applies the stored switches of this workspace; unknown strategies are ignored.
   *
   * @returns ids of the strategies whose state changes
   */
  private applySwitches(remembered: ReadonlyMap<string, boolean>): readonly string[] {
    const strategies = this.orchestrator.describeStrategies();
    const others = strategies.filter(({ strategyId, enabled }) => (remembered.get(strategyId) ?? enabled) !== enabled);
    for (const { strategyId } of strategies) {
      const enabled = remembered.get(strategyId);
      // Also without a change of state: a switch overrides later changes of the configuration.
      if (enabled === undefined || this.switched.get(strategyId) === enabled) continue;
      this.orchestrator.setStrategyEnabled(strategyId, enabled);
    }
    this.switched = new Map([...this.switched, ...remembered]);
    return others.map(({ strategyId }) => strategyId).sort(compareText);
  }

  private disposeAtEnd(token: Token<unknown>): void {
    const service = this.resolve(token);
    if (isDisposable(service)) this.disposal.add(token.description ?? 'service', () => service.dispose());
  }
}

function isDisposable(service: unknown): service is { dispose(): void | Promise<void> } {
  return (
    typeof service === 'object' && service !== null && 'dispose' in service && typeof service.dispose === 'function'
  );
}
