import 'reflect-metadata';

import { KnowledgeGraph } from '../graph/knowledge-graph.js';
import { anEntity } from '../search/test-support/a-graph.js';
import { MemoryKnowledge, aKnowledgeStrategy, manyPets } from './test-support/a-knowledge-strategy.js';

const ask = { agentId: 'copilot', query: 'list all pets' };

describe('KG-e §7', () => {
  it('KG-e §7 Core: nothing, without a question to the graph', async () => {
    const knowledge = manyPets(20);

    const fragment = await aKnowledgeStrategy(knowledge, { tier: 'Core' }).getContext(ask);

    expect([fragment.content, fragment.entities, knowledge.searches]).toEqual(['', [], []]);
    expect(fragment.notes).toEqual(['The knowledge graph requires the WriterPro tier; this licence is Core.']);
  });

  it('KG-e §7 WriterPro: ten entities at most, without relationships and rules, and what the licence left out is named', async () => {
    const fragment = await aKnowledgeStrategy(manyPets(40), { tier: 'WriterPro' }).getContext(ask);

    expect([fragment.entities.length, fragment.relationships, fragment.axioms]).toEqual([10, [], []]);
    expect(fragment.cut.filter(({ reason }) => reason === 'licence')).toHaveLength(15);
    expect(fragment.cut.filter(({ reason }) => reason === 'entity-limit')).toHaveLength(15);
    expect(fragment.notes).toEqual([
      'The WriterPro tier has at most 10 entities, without relationships and rules. Teams has no such limit.',
    ]);
  });

  it('WriterPro: nothing is said of an agent that has no more anyway', async () => {
    const terms = new KnowledgeGraph({ entities: [anEntity('Term', 'Pet')], relationships: [], axioms: [] });

    const fragment = await aKnowledgeStrategy(new MemoryKnowledge(terms), { tier: 'WriterPro' }).getContext({
      agentId: 'simplifier',
      query: 'pet',
    });

    expect([fragment.entities.map(({ name }) => name), fragment.notes]).toEqual([['Pet'], []]);
  });

  it('KG-e §7 Teams: entities, relationships and rules, those of entities past the tenth too', async () => {
    const fragment = await aKnowledgeStrategy(manyPets(40), { tier: 'Teams' }).getContext(ask);

    expect([fragment.entities.length, fragment.relationships.length, fragment.axioms.length]).toEqual([25, 24, 1]);
    expect(fragment.notes).toEqual([]);
  });

  it('KG-e §7 Teams: a configuration of one’s own is left aside, which is said', async () => {
    const options = { agents: { copilot: { maxEntities: 1 } } };

    const fragment = await aKnowledgeStrategy(manyPets(40), { options }).getContext(ask);

    expect(fragment.entities).toHaveLength(25);
    expect(fragment.notes).toEqual([
      'The knowledge configuration of the agent "copilot" requires the Enterprise tier and is ignored.',
    ]);
  });

  it('KG-e §7 Enterprise: a configuration of one’s own counts', async () => {
    const options = { agents: { copilot: { maxEntities: 1, includeAxioms: false }, none: { maxEntities: 0 } } };
    const strategy = aKnowledgeStrategy(manyPets(40), { tier: 'Enterprise', options });

    const fragment = await strategy.getContext(ask);
    const none = await strategy.getContext({ ...ask, agentId: 'none' });

    expect([fragment.entities.length, fragment.axioms, fragment.notes]).toEqual([1, [], []]);
    expect(none.notes).toEqual(['The configuration allows no entities.']);
  });
});
