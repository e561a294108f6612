import type { KnowledgeEntity, Properties } from '@lexichord/abstractions';

import { KnowledgeGraph } from '../graph/knowledge-graph.js';
import { linkEvidence } from './evidence-links.js';
import { aRelationship, anEntity } from './test-support/a-graph.js';

const endpoint = anEntity('Endpoint', 'GET /pets');
const answer = anEntity('Response', 'GET /pets 200');
const body = anEntity('Schema', 'GET /pets 200 body');
const [pet, page] = [anEntity('Schema', 'Pet'), anEntity('Schema', 'Page')];

/** What is linked from where, with its share. */
function linksOf(triples: readonly (readonly [KnowledgeEntity, string, KnowledgeEntity, Properties?])[]) {
  const entities = [...new Set(triples.flatMap(([from, , to]) => [from, to]))];
  const relationships = triples.map(([from, type, to, properties = {}]) => ({
    ...aRelationship(from, type, to),
    properties,
  }));
  const graph = new KnowledgeGraph({ entities, relationships, axioms: [] });
  const { starts, targets, shares } = linkEvidence(graph);
  return (from: KnowledgeEntity, to: KnowledgeEntity): number => {
    const [a, z] = [from, to].map(({ id }) => graph.entities.findIndex((entity) => entity.id === id)) as [
      number,
      number,
    ];
    const own = [...targets.keys()].slice(starts[a], starts[a + 1]).filter((at) => targets[at] === z);
    return Math.max(0, ...own.map((at) => Math.round((shares[at] ?? 0) * 100) / 100));
  };
}

describe('linkEvidence', () => {
  it('joins an endpoint with the schema of its answer, over the answer', () => {
    const share = linksOf([
      [endpoint, 'returns', answer],
      [answer, 'has-schema', pet],
    ]);

    expect([share(endpoint, pet), share(pet, endpoint)]).toEqual([0.4, 0.4]);
  });

  it('joins an endpoint with what a schema without a name wraps', () => {
    const share = linksOf([
      [endpoint, 'returns', answer],
      [answer, 'has-schema', body],
      [body, 'refers-to', pet],
      [body, 'refers-to', page],
    ]);

    expect([share(endpoint, pet), share(endpoint, page)]).toEqual([0.4, 0.4]);
  });

  it('does not take for a wrapper what refers to many, has a name, or stands in several places', () => {
    const many = Array.from({ length: 5 }, (_unused, number) => anEntity('Schema', `Part${number}`));
    const wide = linksOf([
      [endpoint, 'accepts', anEntity('Schema', 'GET /pets body')],
      ...many.map((part) => [anEntity('Schema', 'GET /pets body'), 'refers-to', part] as const),
    ]);
    const named = linksOf([
      [endpoint, 'accepts', page],
      [page, 'refers-to', pet],
    ]);

    expect(many.map((part) => wide(endpoint, part))).toEqual([0, 0, 0, 0, 0]);
    expect(named(endpoint, pet)).toBe(0);
  });

  it('says nothing of an endpoint by what it gives when it fails', () => {
    const shared = anEntity('Response', 'NotFound');

    const share = linksOf([
      [endpoint, 'returns', shared, { status: ['404', '5XX'] }],
      [shared, 'has-schema', pet],
    ]);
    const mixed = linksOf([
      [endpoint, 'returns', shared, { status: ['200', '404'] }],
      [shared, 'has-schema', pet],
    ]);

    expect([share(endpoint, pet), mixed(endpoint, pet)]).toEqual([0, 0.4]);
  });

  it('tells less of each whole, the more share a part', () => {
    const others = Array.from({ length: 3 }, (_unused, number) => anEntity('Endpoint', `GET /${number}`));

    const share = linksOf([endpoint, ...others].map((from) => [from, 'accepts', pet] as const));

    expect([share(endpoint, pet), share(pet, endpoint)]).toEqual([0.4, 0.1]);
  });

  it('joins by relationships that it does not know, little, and not an entity with itself', () => {
    const share = linksOf([
      [pet, 'is-kept-by', page],
      [pet, 'refers-to', pet],
    ]);

    expect([share(pet, page), share(page, pet), share(pet, pet)]).toEqual([0.1, 0.1, 0]);
  });
});
