import type { KnowledgeContextFragment } from '@lexichord/abstractions';
import { BpeTokenCounter } from '@lexichord/tokenizer';
import fc from 'fast-check';

import { anAxiom } from '../format/test-support/hostile-facts.js';
import { KnowledgeGraph } from '../graph/knowledge-graph.js';
import { aRelationship, anEntity } from '../search/test-support/a-graph.js';
import { MemoryKnowledge, aKnowledgeStrategy } from './test-support/a-knowledge-strategy.js';

const token = 'secret:abcdefgh';
const key = ['BEGIN KEY', ...Array.from({ length: 90 }, (_, index) => `keyline${index}x`), 'END KEY'].join('\n');

function contextOf(graph: KnowledgeGraph, budget = 2_000): Promise<KnowledgeContextFragment> {
  const strategy = aKnowledgeStrategy(new MemoryKnowledge(graph), {
    tokenCounter: new BpeTokenCounter({ encoding: 'o200k_base' }),
  });
  return strategy.getContext({ agentId: 'editor', query: 'billing service', tokenBudget: budget });
}

describe('knowledge for an agent, secrets', () => {
  const billing = anEntity('Component', 'billing service', {
    properties: { description: `Signs with ${token}.`, keys: [{ pem: key }], owner: 'ledger team' },
  });
  const ledger = anEntity('Component', 'billing ledger', { properties: { summary: 'billing' } });

  it('puts placeholders in place of secrets in properties, and says of which entity', async () => {
    const fragment = await contextOf(
      new KnowledgeGraph({ entities: [billing, ledger], relationships: [], axioms: [] }),
    );

    expect(fragment.content).toContain('Signs with [secret: token].');
    expect(fragment.content).toContain('ledger team');
    expect(fragment.secrets).toEqual([
      { rule: 'token', place: 'Component billing service' },
      { rule: 'private-key', place: 'Component billing service' },
    ]);
    expect(fragment.metadata?.secrets).toEqual(fragment.secrets);
    expect(JSON.stringify(fragment)).not.toMatch(/abcdefgh|keyline/u);
    expect(JSON.stringify(billing)).toMatch(/abcdefgh.*keyline/u);
  });

  it('screens names, relationships and rules, too', async () => {
    const named = anEntity('Component', `billing service ${token}`, { properties: { summary: 'billing service' } });
    const depends = aRelationship(named, `uses ${token}`, ledger);
    const rule = { ...anAxiom('Component', 'summaries'), description: `As ${token} says` };

    const fragment = await contextOf(
      new KnowledgeGraph({ entities: [named, ledger], relationships: [depends], axioms: [rule] }),
    );

    expect(JSON.stringify(fragment)).not.toContain('abcdefgh');
    expect(fragment.secrets.map(({ place }) => place)).toEqual([
      'Component billing service [secret: token]',
      'relationship uses [secret: token]',
      'rule summaries',
    ]);
  });

  it('neither shows a secret nor exceeds the budget, wherever in an entity it is planted', async () => {
    const planted = fc.constantFrom(token, key);
    const place = fc.constantFrom('summary', 'list', 'deep', 'alias', 'key');
    await fc.assert(
      fc.asyncProperty(planted, place, fc.integer({ min: 1, max: 300 }), async (secret, where, budget) => {
        const text = `billing ${secret}`;
        const properties = {
          summary: { summary: text },
          list: { list: ['a', text] },
          deep: { a: { b: [{ c: text }] } },
          alias: {},
          key: { [text]: 'value' },
        }[where];
        const entity = anEntity('Component', 'billing service', {
          properties: properties as never,
          ...(where === 'alias' ? { aliases: [text] } : {}),
        });

        const graph = new KnowledgeGraph({ entities: [entity, ledger], relationships: [], axioms: [] });
        const fragment = await contextOf(graph, budget);

        expect(JSON.stringify(fragment)).not.toMatch(/abcdefgh|keyline/u);
        expect(fragment.tokenEstimate).toBeLessThanOrEqual(budget);
      }),
      { numRuns: 100 },
    );
  });
});
