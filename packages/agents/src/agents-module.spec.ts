import {
  type CustomStrategy,
  IAgentCatalog,
  IClock,
  IContextOrchestrator,
  IContextStrategy,
  IContextStrategyFactory,
  IDocumentStructureService,
  IEditorService,
  IEventBus,
  IIdSource,
  ILicenseService,
  ILogger,
  IMetrics,
  ISecretScanner,
  ISemanticSearchService,
  IStyleRuleRepository,
  ITokenCounter,
  type LicenseTier,
  licenseTiers,
} from '@lexichord/abstractions';
import { resolveToken } from '@lexichord/platform';
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
  aStrategy,
} from '@lexichord/testing';
import { type DependencyContainer, container as root } from 'tsyringe';
import { type AgentsModuleSetup, registerAgentsModule } from './agents-module.js';
import { AgentsOptions } from './agents-options.js';
import { documentedOptions } from './test-support/an-orchestrator.js';

const custom: CustomStrategy = {
  strategyId: 'tickets',
  displayName: 'Open tickets',
  priority: 45,
  maxTokens: 700,
  create: ({ resolve }) => {
    resolve(IEditorService);
    return aStrategy({ strategyId: 'tickets', priority: 45 });
  },
};

function aContainer(tier: LicenseTier, setup: Partial<AgentsModuleSetup> = {}, isServed = true): DependencyContainer {
  const container = root.createChildContainer();
  const logger = new RecordingLogger();
  const license = aLicense(tier);
  container.register(ILicenseService, { useValue: license });
  container.register(ILogger, { useValue: logger });
  container.register(IMetrics, { useValue: new RecordingMetrics() });
  container.register(IClock, { useValue: new ManualClock() });
  container.register(IIdSource, { useValue: new SequentialIdSource() });
  container.register(ITokenCounter, { useValue: new WordTokenCounter() });
  container.register(ISecretScanner, { useValue: new PatternSecretScanner() });
  container.register(IEventBus, { useValue: new MittEventBus(logger) });
  container.register(IEditorService, { useValue: new MemoryEditorService() });
  container.register(IDocumentStructureService, { useValue: new PlainStructureService() });
  const styleRules = { getRules: () => Promise.resolve({ rules: [], problems: [] }) };
  const search = { search: () => Promise.resolve({ hits: [] }) };
  if (isServed) container.register(IStyleRuleRepository, { useValue: styleRules });
  if (isServed) container.register(ISemanticSearchService, { useValue: search });
  registerAgentsModule(container, { license, options: { current: documentedOptions }, ...setup });
  return container;
}

function idsOf(container: DependencyContainer): string[] {
  return resolveToken(container, IContextStrategyFactory)
    .createAllStrategies()
    .map(({ strategyId }) => strategyId);
}

describe('registerAgentsModule', () => {
  it.each(licenseTiers)('resolves each token at the tier %s, once per container', (tier) => {
    const container = aContainer(tier);

    for (const token of [IContextOrchestrator, IContextStrategyFactory, IAgentCatalog, AgentsOptions]) {
      expect(resolveToken<unknown>(container, token)).toBe(resolveToken<unknown>(container, token));
    }
  });

  it.each<[LicenseTier, string[]]>([
    ['Core', []],
    ['WriterPro', ['document', 'selection', 'cursor', 'heading']],
    ['Teams', ['document', 'selection', 'cursor', 'heading', 'rag', 'style']],
    ['Enterprise', ['document', 'selection', 'cursor', 'heading', 'rag', 'style', 'tickets']],
  ])('SBD-072 §1.4: opens at %s the strategies %j', (tier, opened) => {
    const container = aContainer(tier, { customStrategies: [custom] });

    expect(idsOf(container)).toEqual(opened);
    const described = resolveToken(container, IContextOrchestrator).describeStrategies();
    expect(described.filter(({ licensed }) => licensed).map(({ strategyId }) => strategyId)).toEqual(opened);
    expect(described).toHaveLength(7);
  });

  it.each(['rag', 'style'])('registers %s only when there is the service it asks', (id) => {
    const described = resolveToken(aContainer('Teams', {}, false), IContextOrchestrator).describeStrategies();

    expect(described.find(({ strategyId }) => strategyId === id)).toMatchObject({
      licensed: true,
      available: false,
    });
  });

  it('builds a strategy once', () => {
    const container = aContainer('Enterprise', { customStrategies: [custom] });

    expect(container.resolveAll<IContextStrategy>(IContextStrategy)).toEqual(
      container.resolveAll<IContextStrategy>(IContextStrategy),
    );
    const factory = resolveToken(container, IContextStrategyFactory);
    expect(factory.createAllStrategies()[6]).toBe(factory.createAllStrategies()[6]);
  });

  it('refuses a custom strategy that has another id than declared', () => {
    const forged = { ...custom, create: () => aStrategy({ strategyId: 'document' }) };

    expect(() => idsOf(aContainer('Enterprise', { customStrategies: [forged] }))).toThrow(
      'The custom strategy "tickets" built one with the id "document".',
    );
  });

  it('refuses a custom strategy with the id of a built-in one', () => {
    const twin = { ...custom, strategyId: 'document', create: () => aStrategy({ strategyId: 'document' }) };

    expect(() => idsOf(aContainer('Enterprise', { customStrategies: [twin] }))).toThrow(
      'Two strategies have the id "document".',
    );
  });

  it.each([
    ['no size', { maxTokens: Number.NaN }],
    ['a negative size', { maxTokens: -5 }],
    ['no priority', { priority: Number.NaN }],
  ])('refuses a custom strategy with %s, at the start', (_what, change) => {
    expect(() => aContainer('Core', { customStrategies: [{ ...custom, ...change }] })).toThrow(
      expect.objectContaining({ code: 'invalid-argument' }) as Error,
    );
  });

  it('takes changed and new agents', () => {
    const agents = { editor: { defaultBudget: 500 }, translator: { strategies: ['document'] } };

    const catalog = resolveToken(aContainer('Teams', { agents: { current: agents } }), IAgentCatalog);

    expect(catalog.findAgent('editor')).toMatchObject({ displayName: 'Editor', defaultBudget: 500 });
    expect(catalog.supports('translator', 'heading')).toBe(false);
    expect(catalog.supports('translator', 'tickets')).toBe(true);
  });
});
