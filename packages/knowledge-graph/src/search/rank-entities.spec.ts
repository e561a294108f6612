import type { FoundEntity, KnowledgeEntity } from '@lexichord/abstractions';

import { KnowledgeGraph } from '../graph/knowledge-graph.js';
import { buildEntityCorpus } from './entity-corpus.js';
import { type EntityRankingQuery, rankEntities } from './rank-entities.js';
import { aPetStore, anEntity } from './test-support/a-graph.js';

interface Asked extends Partial<EntityRankingQuery> {
  readonly graph?: KnowledgeGraph;
  /** Of the entities, in their order. */
  readonly vectors?: readonly (Float32Array | undefined)[];
}

function search(
  query: string,
  { graph = aPetStore().graph, limit = 10, vectors = [], ...more }: Asked = {},
): readonly FoundEntity[] {
  const corpus = buildEntityCorpus(graph);
  const index = corpus.index.withoutVectors(3);
  for (const [number, own] of vectors.entries()) if (own !== undefined) index.setVector(number, own);
  return rankEntities({ ...corpus, index }, { query, limit, fusionWeight: 0.5, ...more });
}

function namesOf(found: readonly { readonly entity: KnowledgeEntity }[]): readonly string[] {
  return found.map(({ entity: { name } }) => name);
}

function graphOf(...entities: readonly KnowledgeEntity[]): KnowledgeGraph {
  return new KnowledgeGraph({ entities, relationships: [], axioms: [] });
}

describe('rankEntities', () => {
  it('finds an entity by name, alias, property, and name of a field', () => {
    expect(namesOf(search('Purchase'))[0]).toBe('Purchase');
    expect(namesOf(search('addPet'))[0]).toBe('POST /pets');
    expect(namesOf(search('sells animals'))).toContain('Pet Store');
    expect(namesOf(search('shipDate'))[0]).toBe('Purchase');
  });

  it('finds the schema that holds a described field', () => {
    expect(namesOf(search('how heavy in grams'))[0]).toBe('Animal');
  });

  it('finds with an endpoint the schemas that it takes and gives, but not what says that it failed', () => {
    const found = namesOf(search('list all pets', { limit: 5 }));

    expect(found[0]).toBe('GET /pets');
    expect(found).toContain('Animal');
    expect(found).not.toContain('Problem');
  });

  it('finds an endpoint by other words for what it does', () => {
    expect(namesOf(search('create a pet'))[0]).toBe('POST /pets');
  });

  it('puts the endpoint before its parameters and responses', () => {
    const found = namesOf(search('how many pets come at once'));

    expect(found.indexOf('GET /pets')).toBeGreaterThanOrEqual(0);
    expect(found).toContain('GET /pets limit in query');
  });

  it('applies included and excluded types before the limit', () => {
    expect(namesOf(search('pets', { types: ['Schema'], limit: 1 }))).toEqual(['Animal']);
    expect(
      namesOf(search('pets', { excludedTypes: ['Endpoint', 'Parameter', 'Response', 'Service'], limit: 1 })),
    ).toEqual(['Animal']);
    expect(search('pets', { types: [] })).toEqual([]);
  });

  it('names the matched terms as they stand in the query, in its order', () => {
    const [first] = search('STORE with Pets, listing xyzzy');

    expect(first?.matchedTerms).toEqual(['STORE', 'Pets', 'listing']);
  });

  it('has the same answer for the same query, with equal entities by type and name', () => {
    const graph = graphOf(anEntity('B', 'same words'), anEntity('A', 'same words'), anEntity('A', 'same words 2'));

    const found = search('same words', { graph });

    expect(found).toEqual(search('same words', { graph }));
    expect(found.map(({ entity: { type, name } }) => `${type} ${name}`)).toEqual([
      'A same words',
      'A same words 2',
      'B same words',
    ]);
  });

  it('finds nothing with words that no entity has', () => {
    expect(search('quantum chromodynamics')).toEqual([]);
    expect(search('?!')).toEqual([]);
  });

  it('finds by meaning what has no word of the query', () => {
    const graph = graphOf(anEntity('Term', 'alpha'), anEntity('Term', 'omega'));
    const vectors = [undefined, Float32Array.of(0, 1, 0)];

    const found = search('xyzzy', { graph, vectors, vector: Float32Array.of(0, 1, 0) });

    expect(found).toEqual([
      { entity: graph.entities[1], wordScore: 0, similarity: expect.closeTo(1, 2) as number, matchedTerms: [] },
    ]);
  });

  it('reads properties of any shape and depth, and of a query as long as a file only what tells most', () => {
    let deep: unknown = 'treasure';
    for (let depth = 0; depth < 5_000; depth += 1) deep = [deep];
    const hostile = JSON.parse('{"__proto__": {"constructor": "polluted"}, "none": null, "yes": true}') as object;
    const graph = graphOf(anEntity('Schema', 'Deep', { properties: { deep: deep as string, ...hostile } }));

    expect(namesOf(search('treasure', { graph }))).toEqual(['Deep']);
    expect(namesOf(search('filler words here '.repeat(5_000), { graph }))).toEqual([]);
    expect(
      namesOf(search(`${Array.from({ length: 60 }, (_unused, n) => `w${n}x`).join(' ')} treasure`, { graph })),
    ).toEqual(['Deep']);
  });

  it('keeps scores between 0 and 1', () => {
    for (const { wordScore } of search('list all pets in the store GET /pets listPets')) {
      expect(wordScore).toBeGreaterThan(0);
      expect(wordScore).toBeLessThanOrEqual(1);
    }
  });
});
