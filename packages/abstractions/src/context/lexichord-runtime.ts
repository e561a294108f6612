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

/** The services of one workspace for a host. Runtimes are independent of each other, within one process too. */
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
  /** Warnings about the configuration in force, one sentence each. */
  readonly configurationWarnings: readonly string[];
  /** Configuration files that are watched, as shown to people; none unless the runtime was opened to watch. */
  readonly watchedConfigurationFiles: readonly string[];
  /** Default budget of an agent in tokens: its own, else the configuration's. */
  defaultBudgetOf(agentId: string): number;
  /**
   * Any other service by its token: for extensions, and for functions without a method in {@link ILexichordFacade}.
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
   * Applies switches of strategies by other processes in this workspace.
   *
   * @returns ids of the strategies whose state has changed, in order
   */
  rereadStrategies(): Promise<readonly string[]>;
  /**
   * Reads the configuration again. An invalid one changes nothing. Running assemblies keep their configuration.
   *
   * @throws {LexichordError} `invalid-configuration` naming every problem, `io-failed`
   * @throws {PathDeniedError} when the workspace's file lies outside the workspace
   */
  reloadConfiguration(): Promise<ConfigurationChange>;
  /** Frees all resources, in reverse order of creation. Errors are collected and thrown together at the end. */
  dispose(): Promise<void>;
}
export const ILexichordRuntime: Token<ILexichordRuntime> = token('ILexichordRuntime');
