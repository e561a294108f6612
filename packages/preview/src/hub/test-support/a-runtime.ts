import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import {
  type AgentDefinition,
  ErrorCode,
  IAgentCatalog,
  IClock,
  type ConfigurationChange,
  IContextOrchestrator,
  IDocumentStructureService,
  IEditorService,
  IEventBus,
  IIdSource,
  type ILexichordRuntime,
  ILicenseService,
  ILogger,
  ISecretScanner,
  IStateFolder,
  ITokenCounter,
  IWorkspaceGuard,
  IWorkspaceListing,
  LexichordError,
  type LicenseTier,
  type StrategyState,
  type Token,
  tierIncludes,
} from '@lexichord/abstractions';
import { MittEventBus } from '@lexichord/platform/internal';
import {
  aLicense,
  ManualClock,
  PatternSecretScanner,
  PlainStateFolder,
  PlainStructureService,
  RecordingLogger,
  SequentialIdSource,
  WordTokenCounter,
} from '@lexichord/testing';

import { PreviewOptions, type PreviewOptionsInput, previewOptionsSchema } from '../../preview-options.js';
import { FolderEditor } from './folder-editor.js';
import { FolderGuard, FolderListing } from './folder-listing.js';
import { ScriptedOrchestrator } from './scripted-orchestrator.js';
import { UnusedFacade } from './unused-facade.js';

/** Settings of a test's runtime; everything has a default. */
export interface RuntimeSetup {
  /** Default WriterPro. */
  readonly tier?: LicenseTier;
  /** Contents by path, written into a temporary folder. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Default: `document`, `selection` and `heading` of WriterPro, `rag` and `style` of Teams. */
  readonly strategies?: readonly StrategyState[];
  /** Default: `copilot` and `editor`. */
  readonly agents?: readonly AgentDefinition[];
  readonly options?: PreviewOptionsInput;
  /** Further services, such as `[[ICompressionStore, store]]`. */
  readonly services?: readonly (readonly [Token<unknown>, unknown])[];
  /** In another folder than one of its own. It is left as it is in the end. */
  readonly workspaceRoot?: string;
}

/** A strategy's state, of which a test names only what it is about. */
export function aStrategyState(overrides: Partial<StrategyState> & { readonly strategyId: string }): StrategyState {
  return {
    displayName: overrides.strategyId,
    priority: 50,
    maxTokens: 1_000,
    tier: 'WriterPro',
    licensed: true,
    enabled: true,
    available: true,
    ...overrides,
  };
}

/** A runtime for tests of the preview: real events, a scripted orchestrator, files in a folder of its own. */
export class FakeRuntime extends UnusedFacade implements ILexichordRuntime {
  readonly workspaceRoot: string;
  /** May be set by a test. */
  license: ILicenseService;
  readonly orchestrator: ScriptedOrchestrator;
  readonly agents: IAgentCatalog;
  readonly editor: FolderEditor;
  readonly structure = new PlainStructureService();
  readonly tokenCounter = new WordTokenCounter();
  readonly events: IEventBus;
  readonly logger = new RecordingLogger();
  readonly clock = new ManualClock();
  readonly ids = new SequentialIdSource();
  readonly listing: FolderListing;
  /** May be set by a test. */
  configurationWarnings: readonly string[] = [];
  watchedConfigurationFiles: readonly string[] = [];
  /** Switches of other processes, by id; may be set by a test. */
  switchedElsewhere: Readonly<Record<string, boolean>> = {};
  /** Result of reading the configuration again; a thrown error is reported as a rejected change. */
  reload: () => ConfigurationChange = () => ({ appliedKeys: [], restartKeys: [] });
  private readonly services = new Map<Token<unknown>, unknown>();
  private readonly isOwnFolder: boolean;

  constructor(setup: RuntimeSetup) {
    super();
    const { tier = 'WriterPro', workspaceRoot } = setup;
    this.isOwnFolder = workspaceRoot === undefined;
    this.workspaceRoot = workspaceRoot ?? realpathSync(mkdtempSync(join(tmpdir(), 'lexichord-preview-')));
    for (const [path, content] of Object.entries(setup.files ?? {})) this.write(path, content);
    this.license = aLicense(tier);
    this.events = new MittEventBus(this.logger);
    this.orchestrator = new ScriptedOrchestrator(this.events, setup.strategies ?? defaultStrategies(tier));
    this.agents = catalogOf(setup.agents ?? defaultAgents);
    this.editor = new FolderEditor(this.workspaceRoot);
    const guard = new FolderGuard(this.workspaceRoot);
    this.listing = new FolderListing(guard);
    const state = join(this.workspaceRoot, '.lexichord');
    const entries: readonly (readonly [Token<unknown>, unknown])[] = [
      [ILicenseService, this.license],
      [IContextOrchestrator, this.orchestrator],
      [IAgentCatalog, this.agents],
      [IEditorService, this.editor],
      [IDocumentStructureService, this.structure],
      [ITokenCounter, this.tokenCounter],
      [IEventBus, this.events],
      [ILogger, this.logger],
      [ISecretScanner, new PatternSecretScanner()],
      [IClock, this.clock],
      [IIdSource, this.ids],
      [IWorkspaceGuard, guard],
      [IWorkspaceListing, this.listing],
      [IStateFolder, new PlainStateFolder(state)],
      [PreviewOptions, previewOptionsSchema.parse(setup.options ?? {})],
      ...(setup.services ?? []),
    ];
    for (const [token, service] of entries) this.services.set(token, service);
  }

  /** Writes a file of the workspace. */
  write(path: string, content: string | Uint8Array): void {
    const absolutePath = join(this.workspaceRoot, path);
    mkdirSync(dirname(absolutePath), { recursive: true });
    writeFileSync(absolutePath, content);
  }

  defaultBudgetOf(agentId: string): number {
    return this.agents.findAgent(agentId)?.defaultBudget ?? 8_000;
  }

  resolve<T>(token: Token<T>): T {
    if (this.services.has(token)) return this.services.get(token) as T;
    throw new LexichordError(ErrorCode.internal, `Nothing is registered for ${token.description ?? 'a token'}.`);
  }

  switchStrategy(strategyId: string, enabled: boolean): Promise<void> {
    return Promise.resolve().then(() => this.orchestrator.setStrategyEnabled(strategyId, enabled));
  }

  rereadStrategies(): Promise<readonly string[]> {
    const isOther = ([id, enabled]: [string, boolean]): boolean => this.orchestrator.isStrategyEnabled(id) !== enabled;
    const switched = Object.entries(this.switchedElsewhere).filter(isOther);
    for (const [id, enabled] of switched) this.orchestrator.setStrategyEnabled(id, enabled);
    return Promise.resolve(switched.map(([id]) => id).sort());
  }

  async reloadConfiguration(): Promise<ConfigurationChange> {
    await Promise.resolve();
    try {
      const change = this.reload();
      this.events.publish('ConfigurationReloaded', change);
      return change;
    } catch (error) {
      const { code, message } = error as LexichordError;
      this.events.publish('ConfigurationRejected', { code, message });
      throw error;
    }
  }

  /** Removes its folder. */
  async dispose(): Promise<void> {
    if (this.isOwnFolder) await rm(this.workspaceRoot, { recursive: true, force: true });
  }
}

/** To be disposed of in the end. */
export function aRuntime(setup: RuntimeSetup = {}): FakeRuntime {
  return new FakeRuntime(setup);
}

const defaultAgents: readonly AgentDefinition[] = [
  { agentId: 'copilot', displayName: 'Co-pilot' },
  { agentId: 'editor', displayName: 'Editor', defaultBudget: 4_000 },
];

function defaultStrategies(tier: LicenseTier): readonly StrategyState[] {
  const of = (strategyId: string, displayName: string, more: Pick<StrategyState, 'priority' | 'tier'>): StrategyState =>
    aStrategyState({ strategyId, displayName, ...more, licensed: tierIncludes(tier, more.tier) });
  return [
    of('document', 'Document Content', { priority: 100, tier: 'WriterPro' }),
    of('selection', 'Selected Text', { priority: 90, tier: 'WriterPro' }),
    of('heading', 'Heading Hierarchy', { priority: 70, tier: 'WriterPro' }),
    of('rag', 'Related Documentation', { priority: 60, tier: 'Teams' }),
    of('style', 'Style Rules', { priority: 50, tier: 'Teams' }),
  ];
}

function catalogOf(agents: readonly AgentDefinition[]): IAgentCatalog {
  const listed = [...agents].sort((left, right) => (left.agentId < right.agentId ? -1 : 1));
  return {
    listAgents: () => listed,
    findAgent: (agentId) => listed.find((agent) => agent.agentId === agentId),
    supports: () => true,
  };
}
