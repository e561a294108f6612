import {
  IAgentCatalog,
  type IContextStrategy,
  IDocumentStructureService,
  IEditorService,
  ILogger,
  ISecretScanner,
  ISemanticSearchService,
  IStyleRuleRepository,
  ITokenCounter,
} from '@lexichord/abstractions';
import {
  MemoryEditorService,
  PatternSecretScanner,
  PlainStructureService,
  RecordingLogger,
  WordTokenCounter,
} from '@lexichord/testing';
import 'reflect-metadata';
import { container as rootContainer } from 'tsyringe';
import { AgentCatalog, AgentDefinitions } from '../catalog/agent-catalog.js';
import { strategyCatalog } from './strategy-catalog.js';

describe('strategyCatalog', () => {
  it('SBD-072 §3.2: names every strategy with priority, size and tier', () => {
    expect(
      strategyCatalog.map(({ descriptor: { strategyId, displayName, priority, maxTokens, tier } }) => [
        strategyId,
        displayName,
        priority,
        maxTokens,
        tier,
      ]),
    ).toEqual([
      ['document', 'Document Content', 100, 4_000, 'WriterPro'],
      ['selection', 'Selected Text', 90, 1_000, 'WriterPro'],
      ['cursor', 'Cursor Context', 80, 500, 'WriterPro'],
      ['heading', 'Heading Hierarchy', 70, 300, 'WriterPro'],
      ['rag', 'Related Documentation', 60, 2_000, 'Teams'],
      ['style', 'Style Rules', 50, 1_000, 'Teams'],
    ]);
  });

  it('says which services the strategies need that another package may leave out', () => {
    const needs = strategyCatalog.flatMap(({ descriptor, requires }) =>
      requires === undefined ? [] : [[descriptor.strategyId, requires]],
    );

    expect(needs).toEqual([
      ['rag', ISemanticSearchService],
      ['style', IStyleRuleRepository],
    ]);
  });

  it('holds classes that a container can build and that are what their descriptor says', () => {
    const container = rootContainer.createChildContainer();
    container.register(IEditorService, { useValue: new MemoryEditorService() });
    container.register(IDocumentStructureService, { useValue: new PlainStructureService() });
    container.register(ITokenCounter, { useValue: new WordTokenCounter() });
    container.register(ISecretScanner, { useValue: new PatternSecretScanner() });
    container.register(ILogger, { useValue: new RecordingLogger() });
    container.register(ISemanticSearchService, { useValue: { search: () => Promise.resolve({ hits: [] }) } });
    container.register(IStyleRuleRepository, {
      useValue: { getRules: () => Promise.resolve({ rules: [], problems: [] }) },
    });
    container.register(AgentDefinitions, { useValue: [] });
    container.register(IAgentCatalog, { useClass: AgentCatalog });

    for (const { descriptor, strategy } of strategyCatalog) {
      const { strategyId, displayName, priority, maxTokens }: IContextStrategy = container.resolve(strategy);
      expect({ strategyId, displayName, priority, maxTokens, tier: descriptor.tier }).toEqual(descriptor);
    }
  });
});
