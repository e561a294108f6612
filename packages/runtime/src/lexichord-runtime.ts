import {
  IAgentCatalog,
  IContextOrchestrator,
  IDocumentStructureService,
  IEditorService,
  IEventBus,
  ILicenseService,
  type ILexichordRuntime,
  IStyleRuleRepository,
  ITokenCounter,
  IWorkspaceGuard,
  type Token,
} from '@lexichord/abstractions';
import { type Configuration, DisposalRegistry, resolveToken } from '@lexichord/platform';
import type { DependencyContainer } from 'tsyringe';
import type { StrategyStateFile } from './strategy-state-file.js';

/** What a runtime is made of beside its container. */
export interface RuntimeParts {
  readonly workspaceRoot: string;
  readonly configuration: Configuration;
  readonly stateFile: StrategyStateFile;
}

/** Services that may hold threads, files or timers, in the order in which they are opened. */
const disposableServices = [IWorkspaceGuard, IEditorService, IDocumentStructureService, IStyleRuleRepository];

/** One workspace, opened. Made by `createRuntime`. */
export class LexichordRuntime implements ILexichordRuntime {
  readonly workspaceRoot: string;
  readonly license: ILicenseService;
  readonly orchestrator: IContextOrchestrator;
  readonly agents: IAgentCatalog;
  readonly editor: IEditorService;
  readonly structure: IDocumentStructureService;
  readonly tokenCounter: ITokenCounter;
  readonly events: IEventBus;
  private readonly disposal = new DisposalRegistry();

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
    for (const service of disposableServices) this.disposeAtEnd(service);
  }

  resolve<T>(token: Token<T>): T {
    return resolveToken(this.container, token);
  }

  defaultBudgetOf(agentId: string): number {
    return this.agents.findAgent(agentId)?.defaultBudget ?? this.parts.configuration.context.assembler.default_budget;
  }

  async switchStrategy(strategyId: string, enabled: boolean): Promise<void> {
    // Before anything is written: an unknown id is refused here.
    this.orchestrator.setStrategyEnabled(strategyId, enabled);
    await this.parts.stateFile.remember(strategyId, enabled);
  }

  /** Switches the strategies as they were left in this workspace; one that no longer exists is forgotten. */
  async restoreSwitches(): Promise<void> {
    const known = new Set(this.orchestrator.describeStrategies().map(({ strategyId }) => strategyId));
    for (const [strategyId, enabled] of await this.parts.stateFile.read()) {
      if (known.has(strategyId)) this.orchestrator.setStrategyEnabled(strategyId, enabled);
    }
  }

  dispose(): Promise<void> {
    return this.disposal.dispose();
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
