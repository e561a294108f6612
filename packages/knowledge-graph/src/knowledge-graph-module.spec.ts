import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  IAxiomChecker,
  IAxiomStore,
  IClock,
  IContextStrategy,
  IDocumentStructureService,
  IEditorService,
  IEmbeddingProvider,
  IEntityRelevanceScorer,
  IGraphRepository,
  IIdSource,
  IKnowledgeContextStrategy,
  IKnowledgeExporter,
  IKnowledgeImporter,
  ILicenseService,
  ILogger,
  ISecretScanner,
  ITokenCounter,
  type LicenseTier,
  StrategyDescriptor,
  licenseTiers,
} from '@lexichord/abstractions';
import { resolveToken } from '@lexichord/platform';
import { IDatabase, registerStorageModule } from '@lexichord/storage';
import {
  ManualClock,
  MemoryEditorService,
  PatternSecretScanner,
  PlainStructureService,
  RecordingLogger,
  SequentialIdSource,
  WordTokenCounter,
  aLicense,
} from '@lexichord/testing';
import { type DependencyContainer, container as rootContainer } from 'tsyringe';

import { registerKnowledgeGraphModule } from './knowledge-graph-module.js';

const services = [
  IAxiomChecker,
  IAxiomStore,
  IEntityRelevanceScorer,
  IGraphRepository,
  IKnowledgeContextStrategy,
  IKnowledgeExporter,
  IKnowledgeImporter,
];

/** Finds nothing in common between any two texts. */
const noEmbeddings: IEmbeddingProvider = {
  id: 'none',
  dimension: 2,
  maxBatch: 8,
  maxChars: 100,
  fusionWeight: 0,
  embed: (texts) => Promise.resolve(texts.map(() => Float32Array.from([1, 0]))),
};

describe('registerKnowledgeGraphModule', () => {
  let folder: string;
  const containers: DependencyContainer[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lexichord-knowledge-'));
  });

  afterEach(async () => {
    for (const container of containers.splice(0)) {
      await resolveToken(container, IDatabase).dispose();
      await container.dispose();
    }
    await rm(folder, { recursive: true, force: true });
  });

  function containerFor(tier: LicenseTier, options: object = {}): DependencyContainer {
    const container = rootContainer.createChildContainer();
    containers.push(container);
    const license = aLicense(tier);
    registerStorageModule(container, { options: { address: folder } });
    container.register(IClock, { useValue: new ManualClock(1_000) });
    container.register(IIdSource, { useValue: new SequentialIdSource() });
    container.register(ILogger, { useValue: new RecordingLogger() });
    container.register(ILicenseService, { useValue: license });
    container.register(ITokenCounter, { useValue: new WordTokenCounter() });
    container.register(IEmbeddingProvider, { useValue: noEmbeddings });
    container.register(IEditorService, { useValue: new MemoryEditorService({}) });
    container.register(IDocumentStructureService, { useValue: new PlainStructureService() });
    container.register(ISecretScanner, { useValue: new PatternSecretScanner() });
    registerKnowledgeGraphModule(container, { license, options: { workspace: 'test', ...options } });
    return container;
  }

  it.each(licenseTiers)('always tells what it has, at the tier %s too', (tier) => {
    expect(resolveToken(containerFor(tier), StrategyDescriptor)).toMatchObject({
      strategyId: 'knowledge',
      tier: 'WriterPro',
      priority: 30,
    });
  });

  it.each(licenseTiers.filter((tier) => tier !== 'Core'))('resolves each service once at the tier %s', (tier) => {
    const container = containerFor(tier);

    for (const service of services) {
      expect(resolveToken<object>(container, service)).toBe(resolveToken<object>(container, service));
    }
    expect(container.resolveAll(IContextStrategy)).toEqual([resolveToken(container, IKnowledgeContextStrategy)]);
  });

  it('KG-e §7 Core: answers that it is locked, stores nothing, and is no source of an assembly', async () => {
    const container = containerFor('Core');
    const request = { agentId: 'copilot', query: 'pet' };

    const calls = [
      () => resolveToken(container, IAxiomChecker).check(),
      () => resolveToken(container, IAxiomStore).listAxioms(),
      () => resolveToken(container, IEntityRelevanceScorer).scoreEntities(request, []),
      () => resolveToken(container, IGraphRepository).count(),
      () => resolveToken(container, IKnowledgeContextStrategy).getContext(request),
      () => resolveToken(container, IKnowledgeExporter).export({ format: 'json' }),
      () => resolveToken(container, IKnowledgeImporter).importFiles([]),
    ];

    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({ code: 'license-required', details: { required: 'WriterPro' } });
    }
    expect(container.isRegistered(IContextStrategy)).toBe(false);
    expect(await resolveToken(container, IDatabase).tableNames()).toEqual([]);
  });

  it('puts the services together over one graph', async () => {
    const container = containerFor('Teams');
    const text =
      'knowledge: 1\nentities: [{ type: Term, name: Pet, properties: { definition: An animal. } }]\n' +
      'axioms: [{ name: r, targetType: Term, severity: error, condition: { kind: required-property, property: source } }]\n';

    const report = await resolveToken(container, IKnowledgeImporter).importFiles([{ documentPath: 'k.yaml', text }]);

    expect(report).toMatchObject({ problems: [], changes: { entities: { added: 1 } } });
    const { found } = await resolveToken(container, IGraphRepository).searchEntities({ query: 'pet', limit: 5 });
    const request = { agentId: 'copilot', query: 'pet' };
    const [scored] = await resolveToken(container, IEntityRelevanceScorer).scoreEntities(request, found);
    expect(scored?.entity.name).toBe('Pet');
    expect(await resolveToken(container, IAxiomStore).listAxioms()).toMatchObject([{ name: 'r' }]);
    expect((await resolveToken(container, IAxiomChecker).check()).violations).toHaveLength(1);
    expect(await resolveToken(container, IKnowledgeExporter).export({ format: 'json' })).toMatchObject({ entities: 1 });
    const context = await resolveToken(container, IKnowledgeContextStrategy).getContext(request);
    expect(context.content).toContain('An animal.');
    const gathered = await resolveToken(container, IContextStrategy).gather(
      { agentId: 'copilot', hints: { query: 'pet' } },
      { maxTokens: 500 },
    );
    expect(gathered).toMatchObject({ sourceId: 'knowledge' });
  });

  it('knows the configuration of an agent before anything is loaded', () => {
    const strategy = resolveToken(containerFor('Teams', { format: 'markdown' }), IKnowledgeContextStrategy);

    expect(strategy.getConfigForAgent('editor')).toMatchObject({ maxEntities: 30, format: 'markdown' });
  });

  it('KG-e §5 No entities found: is empty without a graph, and makes none', async () => {
    const container = containerFor('Teams');

    const gathered = await resolveToken(container, IContextStrategy).gather(
      { agentId: 'copilot', hints: { query: 'pet' } },
      { maxTokens: 500 },
    );

    expect(gathered).toMatchObject({ nothing: 'empty' });
    expect(await resolveToken(container, IDatabase).tableNames()).toEqual([]);
  });

  it.each([
    [{ relevance: { semantic: 0.5 } }, 'the weights must sum to 1'],
    [{ relevance: { semantic: 1.5 } }, 'a number from 0 to 1'],
    [{ workspace: '' }, 'a non-empty text'],
    [{ format: 'xml' }, 'expected one of "yaml"'],
    [{ agents: { editor: { maxEntites: 3 } } }, 'did you mean "maxEntities"'],
  ])('refuses %j', (options, problem) => {
    expect(() => containerFor('Teams', options)).toThrow(problem);
  });
});
