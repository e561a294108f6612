import 'reflect-metadata';
import type { ContextRequest, FoundEntity, KnowledgeEntity, ScoredEntity } from '@lexichord/abstractions';
import { parseOptions } from '@lexichord/platform/internal';
import fc from 'fast-check';

import { type KnowledgeOptionsInput, knowledgeOptionsSchema } from '../knowledge-options.js';
import { anEntity } from '../search/test-support/a-graph.js';
import { TopicProvider } from '../search/test-support/topic-provider.js';
import { EntityRelevanceScorer } from './entity-relevance-scorer.js';

const dayMs = 24 * 3_600_000;

function aFind(entity: KnowledgeEntity, wordScore = 0.3, similarity?: number): FoundEntity {
  return { entity, wordScore, ...(similarity === undefined ? {} : { similarity }), matchedTerms: ['pets'] };
}

function score(
  found: readonly FoundEntity[],
  request: Partial<ContextRequest> = {},
  options: Partial<KnowledgeOptionsInput> = {},
): Promise<readonly ScoredEntity[]> {
  const parsed = parseOptions(knowledgeOptionsSchema, { workspace: 'test', ...options }, 'knowledge options');
  const scorer = new EntityRelevanceScorer(parsed, new TopicProvider());
  return scorer.scoreEntities({ agentId: 'copilot', query: 'pets', ...request }, found);
}

/** A number that is about another. */
function near(value: number, digits?: number): number {
  return expect.closeTo(value, digits) as number;
}

function partsOf(scored: ScoredEntity | undefined): Readonly<Record<string, number>> {
  return Object.fromEntries((scored?.signals ?? []).map(({ signal, score: part }) => [signal, part]));
}

describe('EntityRelevanceScorer', () => {
  it('leaves out signals that do not apply, and gives their weight to the others', async () => {
    const [only] = await score([aFind(anEntity('Endpoint', 'GET /pets'), 10)]);

    expect(Object.keys(partsOf(only))).toEqual(['semantic', 'name']);
    expect(partsOf(only).semantic).toBeCloseTo(0.35 / 0.45, 2);
  });

  it('has every signal that applies, with its part of the score', async () => {
    const pets = anEntity('Endpoint', 'pets', { modifiedMs: 30 * dayMs });
    const orders = anEntity('Schema', 'orders', { modifiedMs: 0 });

    const [first, second] = await score([aFind(orders, 0), aFind(pets, 10)], {
      query: 'the pets endpoint',
      documentText: 'All about pets.',
    });

    const sum = 0.35 + 0.25 + 0.2 + 0.1 + 0.1;
    expect(first?.entity).toBe(pets);
    expect(partsOf(first)).toEqual({
      semantic: near(0.35 / sum, 2),
      mention: near(0.25 / sum),
      type: near(0.2 / sum),
      recency: near(0.1 / sum),
      name: near(0.1 / sum),
    });
    expect(partsOf(second)).toEqual({ semantic: 0, mention: 0, type: 0, recency: near(0.05), name: 0 });
  });

  it('adds its parts up to the score, which is from 0 to 1, whatever was found', async () => {
    const finds = fc.array(
      fc.record({
        entity: fc
          .tuple(fc.constantFrom('Endpoint', 'Schema', 'Term'), fc.string(), fc.nat())
          .map(([type, name, modifiedMs]) => anEntity(type, name, { modifiedMs })),
        wordScore: fc.double({ min: 0, max: 1, noNaN: true }),
        similarity: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
        matchedTerms: fc.constant([]),
      }),
    );
    await fc.assert(
      fc.asyncProperty(finds, fc.string(), fc.string(), async (found, query, documentText) => {
        const scored = await score(found, { query, documentText });

        for (const { score: total, signals } of scored) {
          expect(total).toBeGreaterThanOrEqual(0);
          expect(total).toBeLessThanOrEqual(1);
          expect(signals.reduce((sum, part) => sum + part.score, 0)).toBeCloseTo(total, 9);
        }
        expect(scored.map(({ score: total }) => total)).toEqual(
          scored.map(({ score: total }) => total).toSorted((a, z) => z - a),
        );
      }),
    );
  });

  it('uses words alone when an entity has no similarity', async () => {
    const [without] = await score([aFind(anEntity('Term', 'x'), 0.4)]);
    const [near] = await score([aFind(anEntity('Term', 'x'), 0.4, 1)]);
    const [far] = await score([aFind(anEntity('Term', 'x'), 0.4, 0)]);

    expect(near?.score).toBeGreaterThan(without?.score ?? 1);
    expect(far?.score).toBeLessThan(without?.score ?? 0);
  });

  it('orders equal entities by type, then name', async () => {
    const found = [anEntity('B', 'x'), anEntity('A', 'z'), anEntity('A', 'y')].map((entity) => aFind(entity));

    const scored = await score(found);

    expect(scored.map(({ entity: { type, name } }) => type + name)).toEqual(['Ay', 'Az', 'Bx']);
  });

  it('takes a document that names none of the entities for one that says nothing', async () => {
    const found = [aFind(anEntity('Term', 'Token'))];

    const [without] = await score(found);
    const [other] = await score(found, { documentText: 'About something else.' });

    expect(other).toEqual(without);
  });

  it.each([
    ['which endpoints delete a user', 'Endpoint'],
    ['what parameters are there', 'Parameter'],
    ['the glossary term for it', 'Term'],
    ['schemas with a date', 'Schema'],
    ['every Product we have', 'Product'],
  ])('understands that "%s" asks for entities of a type', async (query, type) => {
    const found = ['Endpoint', 'Parameter', 'Term', 'Schema', 'Product'].map((one) => aFind(anEntity(one, 'x')));

    const scored = await score(found, { query });

    expect(scored.filter((one) => (partsOf(one).type ?? 0) > 0).map(({ entity }) => entity.type)).toEqual([type]);
  });

  it('takes the types that the agent is configured for when the query names none', async () => {
    const found = [aFind(anEntity('Schema', 'x')), aFind(anEntity('Term', 'x'))];

    const tuning = await score(found, { agentId: 'tuning' });
    const own = await score(found, { agentId: 'mine' }, { agents: { mine: { includeEntityTypes: ['Term'] } } });

    expect(tuning.map(({ entity, signals }) => [entity.type, signals.length])).toEqual([
      ['Schema', 3],
      ['Term', 3],
    ]);
    expect(own[0]?.entity.type).toBe('Term');
    expect(partsOf((await score(found, { agentId: '__proto__' }))[0])).not.toHaveProperty('type');
  });

  it('weighs signals as configured; a weight of 0 takes a signal out', async () => {
    const weights = { semantic: 0, mention: 0, type: 0, recency: 0, name: 1 };

    const [first] = await score([aFind(anEntity('Term', 'pets'), 0)], {}, { relevance: weights });
    const [none] = await score([aFind(anEntity('Term', 'pets'), 0)], { query: '' }, { relevance: weights });

    expect(first).toEqual(expect.objectContaining({ score: 1, signals: [{ signal: 'name', score: 1 }] }));
    expect(none).toEqual(expect.objectContaining({ score: 0, signals: [] }));
  });

  it('counts the whole name in full and a part of it little', async () => {
    const scored = await score(
      [
        aFind(anEntity('Schema', 'OrderItem'), 0),
        aFind(anEntity('Schema', 'CreatePetRequest', { aliases: ['pet'] }), 0),
      ],
      { query: 'pet order' },
    );

    expect(scored.map(({ entity }) => entity.name)).toEqual(['CreatePetRequest', 'OrderItem']);
    expect(partsOf(scored[0]).name).toBeCloseTo(0.1 / 0.45);
    expect(partsOf(scored[1]).name).toBeCloseTo(0.1 / 0.45 / 16);
  });

  it('rejects with the reason of a signal', async () => {
    const scorer = new EntityRelevanceScorer(
      parseOptions(knowledgeOptionsSchema, { workspace: 'test' }, 'knowledge options'),
      new TopicProvider(),
    );
    const reason = new DOMException('The user moved on.', 'AbortError');

    const scoring = scorer.scoreEntities({ agentId: 'a', query: 'b' }, [], { signal: AbortSignal.abort(reason) });

    await expect(scoring).rejects.toBe(reason);
  });
});
