import {
  type IAgentCatalog,
  type IContextOrchestrator,
  type IContextStrategy,
  type IEditorService,
  type IEventBus,
  type ISecretScanner,
  type ITokenCounter,
  type LicenseTier,
  type LexichordEvents,
  type StrategyDescriptor,
} from '@lexichord/abstractions';
import { MittEventBus } from '@lexichord/platform/internal';
import {
  ManualClock,
  MemoryEditorService,
  PatternSecretScanner,
  PlainStructureService,
  RecordingLogger,
  RecordingMetrics,
  SequentialIdSource,
  WordTokenCounter,
  aLicense,
} from '@lexichord/testing';
import type { AgentsOptions, Live } from '../agents-options.js';
import { ContextOrchestrator } from '../context-orchestrator.js';
import { ContextStrategyFactory } from '../context-strategy-factory.js';

/** Settings of a test's orchestrator. */
export interface OrchestratorSetup {
  readonly strategies: readonly IContextStrategy[];
  readonly descriptors?: readonly StrategyDescriptor[];
  readonly options?: Partial<AgentsOptions>;
  /** Instead of `options`, to change them on the way. */
  readonly liveOptions?: Live<AgentsOptions>;
  readonly tier?: LicenseTier;
  readonly agents?: IAgentCatalog;
  readonly tokenCounter?: ITokenCounter;
  readonly scanner?: ISecretScanner;
  readonly editor?: IEditorService;
  readonly events?: IEventBus;
}

/** An orchestrator over real collaborators, with everything it published and logged. */
export interface OrchestratorFixture {
  readonly orchestrator: IContextOrchestrator;
  readonly logger: RecordingLogger;
  readonly metrics: RecordingMetrics;
  readonly clock: ManualClock;
  readonly events: IEventBus;
  /** Every event so far, in order. */
  readonly published: readonly PublishedEvent[];
}

export type PublishedEvent = {
  [Name in keyof LexichordEvents]: { readonly name: Name; readonly event: LexichordEvents[Name] };
}[keyof LexichordEvents];

/** The numbers of DES-072c §4.3. */
export const documentedOptions: AgentsOptions = {
  defaultBudget: 8_000,
  strategyTimeoutMs: 5_000,
  enableDeduplication: true,
  deduplicationThreshold: 0.85,
  framing: 'auto',
  strategies: {},
};

/** Every agent wants every strategy. */
const everythingCatalog: IAgentCatalog = {
  listAgents: () => [],
  findAgent: () => undefined,
  supports: () => true,
};

export function anOrchestrator(setup: OrchestratorSetup): OrchestratorFixture {
  const logger = new RecordingLogger();
  const metrics = new RecordingMetrics();
  const events = setup.events ?? new MittEventBus(logger);
  const clock = new ManualClock();
  const published: PublishedEvent[] = [];
  events.subscribe('ContextAssemblyStarted', (event) => void published.push({ name: 'ContextAssemblyStarted', event }));
  events.subscribe('ContextAssembled', (event) => void published.push({ name: 'ContextAssembled', event }));
  events.subscribe('ContextAssemblyFailed', (event) => void published.push({ name: 'ContextAssemblyFailed', event }));
  events.subscribe('StrategyToggled', (event) => void published.push({ name: 'StrategyToggled', event }));

  const orchestrator = new ContextOrchestrator(
    new ContextStrategyFactory(setup.strategies, setup.descriptors ?? []),
    setup.agents ?? everythingCatalog,
    aLicense(setup.tier ?? 'Enterprise'),
    setup.tokenCounter ?? new WordTokenCounter(),
    setup.scanner ?? new PatternSecretScanner(),
    setup.editor ?? new MemoryEditorService(),
    new PlainStructureService(),
    events,
    logger,
    metrics,
    clock,
    new SequentialIdSource(),
    setup.liveOptions ?? { current: { ...documentedOptions, ...setup.options } },
  );
  return { orchestrator, logger, metrics, clock, events, published };
}
