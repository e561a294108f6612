import type { Axiom, KnowledgeEntity } from '@lexichord/abstractions';

import { anAxiom } from '../test-support/a-statement.js';
import { numberedGraph } from '../test-support/a-graph.js';
import { KnowledgeGraph, emptyGraph } from './knowledge-graph.js';

function entity(type: string, name: string, aliases: readonly string[] = []): KnowledgeEntity {
  const times = { createdMs: 0, modifiedMs: 0 };
  return { id: `${type}:${name}`, type, name, aliases, properties: {}, sources: [], ...times };
}

const graphOf = (...entities: readonly KnowledgeEntity[]): KnowledgeGraph =>
  new KnowledgeGraph({ entities, relationships: [], axioms: [] });

describe('KnowledgeGraph', () => {
  it('has the same order whatever the order of its facts, by code unit', () => {
    const entities = [entity('b', 'x'), entity('a', 'é'), entity('a', 'Z'), entity('a', '\uffff'), entity('a', '😀')];

    const [graph, reversed] = [graphOf(...entities), graphOf(...entities.toReversed())];

    expect(graph.entities.map(({ id }) => id)).toEqual(['a:Z', 'a:é', 'a:😀', 'a:\uffff', 'b:x']);
    expect(reversed.entities).toEqual(graph.entities);
    expect(graph.entities.map(({ id }) => graph.position(id))).toEqual([0, 1, 2, 3, 4]);
  });

  it('finds what starts and what ends at an entity, also where it is both', () => {
    const graph = numberedGraph(3, [
      [0, 1],
      [0, 0],
      [2, 0],
    ]);

    expect(graph.outgoing('e0').map(({ id }) => id)).toEqual(['0>0', '0>1']);
    expect(graph.incoming('e0').map(({ id }) => id)).toEqual(['0>0', '2>0']);
    expect([graph.outgoing('e1'), graph.incoming('none'), graph.entity('none')]).toEqual([[], [], undefined]);
  });

  it('finds names whatever the case of their letters, the exact ones first', () => {
    const graph = graphOf(
      entity('Term', 'STRASSE'),
      entity('Term', 'Straße', ['Weg']),
      entity('Term', 'ΟΔΟΣ', ['weg', 'WEG']),
      entity('Term', 'weg'),
      entity('Term', '__proto__', ['constructor']),
    );
    const named = (name: string): readonly string[] => graph.named(name).map((found) => found.name);

    expect(named('straße')).toEqual(['STRASSE', 'Straße']);
    expect(named('Straße')).toEqual(['Straße', 'STRASSE']);
    expect(named('οδος')).toEqual(['ΟΔΟΣ']);
    expect(named('weg')).toEqual(['weg', 'Straße', 'ΟΔΟΣ']);
    expect(named('__PROTO__')).toEqual(['__proto__']);
    expect(named('constructor')).toEqual(['__proto__']);
    expect([named('toString'), named('')]).toEqual([[], []]);
  });

  it('counts by type in the order of the types, whatever they are called', () => {
    const axiom: Axiom = { ...anAxiom('rule'), id: 'r' };
    const graph = new KnowledgeGraph({
      entities: [entity('b', 'x'), entity('__proto__', 'y'), entity('b', 'z')],
      relationships: [],
      axioms: [axiom],
    });

    const { entitiesByType, ...counts } = graph.count();

    expect(counts).toEqual({ entities: 3, relationships: 0, axioms: 1 });
    expect(Object.entries(entitiesByType)).toEqual([
      ['__proto__', 1],
      ['b', 2],
    ]);
    expect(emptyGraph.count().entitiesByType).toEqual({});
  });
});
