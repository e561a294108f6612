import 'reflect-metadata';
import {
  type ContextFragment,
  ErrorCode,
  type KnowledgeContextFragment,
  LexichordError,
  isNothingGathered,
} from '@lexichord/abstractions';
import { MemoryEditorService, RecordingLogger, WordTokenCounter, describeContextStrategy } from '@lexichord/testing';
import { BpeTokenCounter } from '@lexichord/tokenizer';
import { parse } from 'yaml';

import { emptyGraph } from '../graph/knowledge-graph.js';
import { MemoryKnowledge, aKnowledgeStrategy, aStore, manyPets } from './test-support/a-knowledge-strategy.js';

const ask = { agentId: 'copilot', query: 'list all pets' };

function namesOf({ entities }: Pick<KnowledgeContextFragment, 'entities'>): readonly string[] {
  return entities.map(({ name }) => name);
}

describeContextStrategy('KnowledgeContextStrategy', () => {
  const tokenCounter = new BpeTokenCounter({ encoding: 'o200k_base' });
  return {
    strategy: aKnowledgeStrategy(manyPets(200), {
      tokenCounter,
      tier: 'Enterprise',
      options: { agents: { copilot: { maxEntities: 300, maxTokens: 50_000 } } },
    }),
    tokenCounter,
    request: { agentId: 'copilot', hints: { query: 'list all pets' } },
    requestsWithoutInput: [{ agentId: 'copilot' }, { agentId: 'copilot', hints: { query: 'xyzzy' } }],
  };
});

describe('KG-e §6', () => {
  it('KG-e §6 GetContext_ReturnsEntities: gives the entities that the query is about, with their relationships and rules', async () => {
    const fragment = await aKnowledgeStrategy(aStore()).getContext(ask);

    expect(namesOf(fragment)[0]).toBe('GET /pets');
    expect(namesOf(fragment)).toContain('Animal');
    expect(fragment.axioms.map(({ name }) => name)).toEqual(['summaries']);
    expect(Object.keys(fragment.relevanceScores).sort()).toEqual(fragment.entities.map(({ id }) => id).sort());
    expect(fragment.tokenEstimate).toBe(new WordTokenCounter().countTokens(fragment.content));
    expect(parse(fragment.content)).toHaveProperty('entities');
    expect(fragment.metadata).toEqual(
      expect.objectContaining({
        agentId: 'copilot',
        entityCount: fragment.entities.length,
        axiomCount: 1,
        wasTruncated: false,
      }),
    );
  });

  it('KG-e §6 GetContext_RespectsConfig: types, number, relevance, format, relationships and rules are those of the configuration', async () => {
    const knowledge = aStore();
    const strategy = aKnowledgeStrategy(knowledge);
    const config = {
      ...strategy.getConfigForAgent('copilot'),
      includeEntityTypes: ['Schema', 'Endpoint'],
      excludeEntityTypes: ['Endpoint'],
      minRelevanceScore: 0,
      maxEntities: 1,
      format: 'json' as const,
      includeAxioms: false,
      includeRelationships: false,
      includeProperties: false,
    };

    const fragment = await strategy.getKnowledgeContext(ask, config);

    expect(knowledge.searches).toEqual([
      { query: ask.query, types: ['Schema', 'Endpoint'], excludedTypes: ['Endpoint'], limit: 3 },
    ]);
    expect(JSON.parse(fragment.content)).toEqual({ entities: [{ type: 'Schema', name: 'Animal' }] });
    expect([fragment.relationships, fragment.axioms, knowledge.depths]).toEqual([[], [], []]);
    expect((await strategy.getKnowledgeContext(ask, { ...config, minRelevanceScore: 1 })).entities).toEqual([]);
  });

  it('KG-e §6 GetContext_RespectsTokenBudget: never more than the configuration and the request allow', async () => {
    const counter = new WordTokenCounter();
    const strategy = aKnowledgeStrategy(manyPets(30));
    const config = { ...strategy.getConfigForAgent('editor'), minRelevanceScore: 0 };

    for (const [maxTokens, tokenBudget] of [
      [120, 5_000],
      [5_000, 120],
      [40, undefined],
      [5_000, 0],
    ] as const) {
      const fragment = await strategy.getKnowledgeContext({ ...ask, tokenBudget }, { ...config, maxTokens });

      expect(counter.countTokens(fragment.content)).toBeLessThanOrEqual(Math.min(maxTokens, tokenBudget ?? maxTokens));
      expect(fragment.wasTruncated).toBe(true);
    }
  });

  it.each([
    [
      'editor',
      { maxEntities: 30, maxTokens: 5_000, includeAxioms: true, includeRelationships: true, minRelevanceScore: 0.4 },
    ],
    [
      'simplifier',
      {
        maxEntities: 10,
        maxTokens: 2_000,
        includeEntityTypes: ['Concept', 'Term', 'Definition'],
        includeAxioms: false,
        includeRelationships: false,
        minRelevanceScore: 0.6,
      },
    ],
    [
      'tuning',
      {
        maxEntities: 20,
        maxTokens: 4_000,
        includeEntityTypes: ['Endpoint', 'Parameter', 'Response', 'Schema'],
        includeAxioms: true,
        includeRelationships: true,
        minRelevanceScore: 0.5,
      },
    ],
    [
      'summarizer',
      {
        maxEntities: 15,
        maxTokens: 3_000,
        includeEntityTypes: ['Product', 'Component', 'Feature', 'Service'],
        includeAxioms: false,
        includeRelationships: true,
        minRelevanceScore: 0.5,
      },
    ],
    [
      'copilot',
      { maxEntities: 25, maxTokens: 4_000, includeAxioms: true, includeRelationships: true, minRelevanceScore: 0.4 },
    ],
    [
      'anybody',
      { maxEntities: 20, maxTokens: 4_000, includeAxioms: true, includeRelationships: true, minRelevanceScore: 0.5 },
    ],
  ])('KG-e §6 GetConfigForAgent_ReturnsCorrect: %s', (agentId, expected) => {
    const config = aKnowledgeStrategy(aStore(), { options: { format: 'markdown' } }).getConfigForAgent(agentId);

    const common = { relationshipDepth: 1, includeProperties: true, maxPropertiesPerEntity: 10, format: 'markdown' };
    expect(config).toEqual({ ...common, ...expected });
  });

  it('KG-e §6 ApplyLicenseRestrictions_Works: a caller’s configuration is bounded too', async () => {
    const strategy = aKnowledgeStrategy(manyPets(30), { tier: 'WriterPro' });
    const config = { ...strategy.getConfigForAgent('editor'), maxEntities: 1_000, minRelevanceScore: 0 };

    const fragment = await strategy.getKnowledgeContext(ask, config);

    expect([fragment.entities.length, fragment.relationships, fragment.axioms]).toEqual([10, [], []]);
  });
});

describe('KG-e §5', () => {
  it('KG-e §5 Graph unavailable: an empty fragment with a note, and a warning in the log', async () => {
    const knowledge = aStore();
    knowledge.failure = new LexichordError(ErrorCode.storageFailed, 'The store is away.');
    const log = new RecordingLogger();
    const strategy = aKnowledgeStrategy(knowledge, { log });

    const fragment = await strategy.getContext(ask);
    const gathered = await strategy.gather({ agentId: 'copilot', hints: { query: 'pets' } }, { maxTokens: 100 });

    expect(fragment).toEqual(
      expect.objectContaining({
        content: '',
        tokenEstimate: 0,
        entities: [],
        relationships: [],
        axioms: [],
        wasTruncated: false,
      }),
    );
    expect(fragment.notes).toEqual(['The knowledge graph is unavailable. The store is away.']);
    expect(gathered).toEqual({ nothing: 'empty', message: 'The knowledge graph is unavailable. The store is away.' });
    expect(log.lines.filter(({ level }) => level === 'warn')).toHaveLength(2);
  });

  it('what is no failure of the graph is thrown', async () => {
    const knowledge = aStore();
    knowledge.failure = new TypeError('a defect');

    await expect(aKnowledgeStrategy(knowledge).getContext(ask)).rejects.toThrow('a defect');
  });

  it('KG-e §5 No entities found: an empty fragment with a message', async () => {
    const strategy = aKnowledgeStrategy(aStore());

    const fragment = await strategy.getContext({ ...ask, query: 'xyzzy' });

    expect([fragment.content, fragment.totalEntitiesAvailable]).toEqual(['', 0]);
    expect(fragment.notes).toEqual(['The knowledge graph has no relevant entity.']);
  });

  it('KG-e §5 No entities found: an empty graph says how to fill it', async () => {
    const strategy = aKnowledgeStrategy(new MemoryKnowledge(emptyGraph));

    const gathered = await strategy.gather({ agentId: 'copilot', hints: { query: 'pets' } }, { maxTokens: 100 });

    expect(gathered).toEqual({
      nothing: 'empty',
      message:
        'The knowledge graph is empty. Run "lexichord knowledge import" with the files that describe the product.',
    });
  });

  it('KG-e §5 No entities found: what was found is not relevant enough', async () => {
    const fragment = await aKnowledgeStrategy(aStore()).getContext({
      ...ask,
      query: 'pets xyzzy plugh quux frobnicate blorb',
    });

    expect([fragment.content, fragment.cut]).toEqual(['', []]);
    expect(fragment.totalEntitiesAvailable).toBeGreaterThan(0);
    expect(fragment.notes).toEqual(['No entity reaches the minimum relevance of 0.4.']);
  });

  it('KG-e §5 Token budget exceeded: whole entities are left out, and it is marked', async () => {
    const strategy = aKnowledgeStrategy(manyPets(20));
    const whole = await strategy.getContext(ask);

    const fragment = await strategy.getContext({ ...ask, tokenBudget: whole.tokenEstimate - 1 });

    expect([whole.wasTruncated, fragment.wasTruncated]).toEqual([false, true]);
    expect(namesOf(whole).slice(0, fragment.entities.length)).toEqual(namesOf(fragment));
    expect(fragment.cut).toEqual(
      whole.entities
        .slice(fragment.entities.length)
        .map(({ id, type, name }) => ({ entityId: id, type, name, reason: 'over-budget' })),
    );
    expect(fragment.metadata?.originalTokens).toBe(whole.tokenEstimate);
    expect(fragment.notes[0]).toMatch(/^\d+ of 20 relevant entities do not fit into \d+ tokens and were left out\.$/u);
    for (const { fromEntityId, toEntityId } of fragment.relationships) {
      expect(fragment.relevanceScores).toHaveProperty(fromEntityId);
      expect(fragment.relevanceScores).toHaveProperty(toEntityId);
    }
  });

  it('KG-e §5 License check fails: the restrictions of the lowest tier', async () => {
    const license = {
      get tier(): never {
        throw new TypeError('The licence cannot be read.');
      },
    };
    const log = new RecordingLogger();

    const fragment = await aKnowledgeStrategy(aStore(), { license, log }).getContext(ask);

    expect(fragment.entities).toEqual([]);
    expect(fragment.notes).toEqual(['The knowledge graph requires the WriterPro tier; this licence is Core.']);
    expect(log.lines.map(({ level }) => level)).toContain('warn');
  });
});

describe('KnowledgeContextStrategy', () => {
  const documents = { 'guide.md': '# Orders\n\nlist all pets\n\nThe listOrders operation and `Purchase` matter here.' };

  async function gather(request: {
    readonly documentPath?: string;
    readonly cursorPosition?: number;
    readonly query?: string;
  }) {
    const strategy = aKnowledgeStrategy(aStore(), { editor: new MemoryEditorService(documents) });
    const { query, ...rest } = request;
    const answer = await strategy.gather(
      { agentId: 'copilot', ...rest, ...(query === undefined ? {} : { hints: { query } }) },
      { maxTokens: 500 },
    );
    if (answer === undefined || isNothingGathered(answer)) throw new TypeError('nothing gathered');
    return answer;
  }

  function told({ metadata }: ContextFragment): readonly string[] {
    return (metadata?.entities as readonly { readonly name: string }[]).map(({ name }) => name);
  }

  it('looks up the paragraph at the cursor when nobody asks', async () => {
    const fragment = await gather({ documentPath: 'guide.md', cursorPosition: 12 });

    expect(told(fragment)).toContain('GET /pets');
  });

  it('puts what the open document names before what it does not', async () => {
    const without = await gather({ query: 'list' });
    const within = await gather({ query: 'list', documentPath: 'guide.md' });
    const missing = await gather({ query: 'list', documentPath: 'missing.md' });

    expect(told(without)[0]).toBe('GET /pets');
    expect(told(within)[0]).toBe('GET /orders');
    expect(missing).toEqual(without);
  });

  it('hands on what the search warns of', async () => {
    const knowledge = aStore();
    knowledge.warnings = ['Searched by words alone.'];

    const fragment = await aKnowledgeStrategy(knowledge).getContext(ask);

    expect(fragment.notes).toEqual(['Searched by words alone.']);
  });

  it('rejects with the reason of a signal', async () => {
    const reason = new DOMException('The user moved on.', 'AbortError');
    const signal = AbortSignal.abort(reason);
    const strategy = aKnowledgeStrategy(aStore());

    await expect(strategy.getContext(ask, { signal })).rejects.toBe(reason);
    await expect(strategy.getKnowledgeContext(ask, strategy.getConfigForAgent('x'), { signal })).rejects.toBe(reason);
  });
});
