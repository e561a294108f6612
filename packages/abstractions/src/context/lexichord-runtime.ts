import type { IDocumentStructureService } from '../documents/document-structure-service.js';
import type { IEditorService } from '../documents/editor-service.js';
import type { ILexichordFacade } from '../facade/lexichord-facade.js';
import type { IEventBus } from '../services/event-bus.js';
import type { ILicenseService } from '../services/license.js';
import type { ITokenCounter } from '../services/token-counter.js';
import { type Token, token } from '../token.js';
import type { IAgentCatalog } from './agent-catalog.js';
import type { ConfigurationChange } from './context-events.js';
import type { IContextOrchestrator } from './context-orchestrator.js';

/** What a host works with for one workspace. Runtimes are independent of each other, within one process too. */
export interface ILexichordRuntime extends ILexichordFacade {
  /** Absolute, symbolic links resolved. */
  readonly workspaceRoot: string;
  readonly license: ILicenseService;
  readonly orchestrator: IContextOrchestrator;
  readonly agents: IAgentCatalog;
  readonly editor: IEditorService;
  readonly structure: IDocumentStructureService;
  readonly tokenCounter: ITokenCounter;
  readonly events: IEventBus;
  /** What is doubtful about the configuration in force without being wrong, one sentence each. */
  readonly configurationWarnings: readonly string[];
  /** Files whose changes are taken up by themselves, as they are shown to people; none unless it was opened to watch. */
  readonly watchedConfigurationFiles: readonly string[];
  /** Budget in tokens when nobody names one: the agent's own, else the configuration's. */
  defaultBudgetOf(agentId: string): number;
  /**
   * Any other service by its token: for extensions, and for what {@link ILexichordFacade} has no method for.
   *
   * @throws {LexichordError} `internal` when nothing is registered for it
   */
  resolve<T>(token: Token<T>): T;
  /**
   * Switches a strategy on or off and remembers it for the workspace.
   * @throws {LexichordError} `unknown-strategy`, `io-failed`
   */
  switchStrategy(strategyId: string, enabled: boolean): Promise<void>;
  /**
   * Takes up what other processes switched in this workspace since.
   *
   * @returns ids of the strategies that are in another state now, in order
   */
  rereadStrategies(): Promise<readonly string[]>;
  /**
   * Reads the configuration again. A broken one changes nothing. Assemblies that are under way finish with what they
   * began with.
   *
   * @throws {LexichordError} `invalid-configuration` naming every problem, `io-failed`
   * @throws {PathDeniedError} when the workspace's file lies outside the workspace
   */
  reloadConfiguration(): Promise<ConfigurationChange>;
  /** Frees everything, in reverse order of creation. Errors are collected and thrown together at the end. */
  dispose(): Promise<void>;
}
export const ILexichordRuntime: Token<ILexichordRuntime> = token('ILexichordRuntime');
