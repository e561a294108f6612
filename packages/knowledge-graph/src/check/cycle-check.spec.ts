import type { KnowledgeGraph } from '../graph/knowledge-graph.js';
import { checkAxioms } from './check-axioms.js';
import { aGraph, aRelationship, anAxiom, anEntity, at } from './test-support/a-graph.js';

const acyclic = anAxiom('Part', { kind: 'acyclic', relationship: 'needs' });

/** Parts of one-letter names; `ab` says that `a` needs `b`. */
function parts(edges: readonly string[]): KnowledgeGraph {
  const names = [...new Set(edges.join(''))];
  return aGraph({
    entities: names.map((name) => anEntity(`Part ${name}`)),
    relationships: edges.map(([from = '', to = ''], line) =>
      aRelationship(`Part ${from}`, 'needs', { to: `Part ${to}`, line: line + 10 }),
    ),
    axioms: [acyclic],
  });
}

const messagesOf = (graph: KnowledgeGraph) => checkAxioms(graph).violations.map(({ message }) => message);

describe('acyclic', () => {
  it('is kept by a graph whose ways meet', () => {
    expect(messagesOf(parts(['ab', 'ac', 'bd', 'cd', 'ad']))).toEqual([]);
  });

  it('shows the way around, and proves it with the relationships on it', () => {
    const { violations } = checkAxioms(parts(['ab', 'bc', 'ca', 'cd', 'bd']));

    expect(violations).toMatchObject([
      {
        entityName: 'a',
        message: 'Part "a" leads back to itself by needs: "a" → "b" → "c" → "a".',
        evidence: [at(10), at(11), at(12), acyclic.source],
      },
    ]);
  });

  it('reports each group of entities that lead to each other once, by its shortest cycle', () => {
    expect(messagesOf(parts(['aa', 'bc', 'cb', 'cd', 'de', 'eb', 'ab', 'fb']))).toEqual([
      'Part "a" leads back to itself by needs: "a" → "a".',
      'Part "b" leads back to itself by needs: "b" → "c" → "b"; 4 entities are in such cycles.',
    ]);
  });

  it('is about one type of relationships', () => {
    const entities = ['Part a', 'Part b'].map((key) => anEntity(key));
    const relationships = [
      aRelationship('Part a', 'needs', { to: 'Part b' }),
      aRelationship('Part b', 'knows', { to: 'Part a' }),
    ];

    expect(messagesOf(aGraph({ entities, relationships, axioms: [acyclic] }))).toEqual([]);
  });

  it('goes through entities that the rule does not bind, and reports one that it binds', () => {
    const entities = ['Other a', 'Part b'].map((key) => anEntity(key));
    const relationships = [
      aRelationship('Other a', 'needs', { to: 'Part b' }),
      aRelationship('Part b', 'needs', { to: 'Other a' }),
    ];

    expect(messagesOf(aGraph({ entities, relationships, axioms: [acyclic] }))).toEqual([
      'Part "b" leads back to itself by needs: "b" → "a" → "b".',
    ]);
  });

  it('stands a cycle of 30,000 entities, and does not name them all', () => {
    const size = 30_000;
    const entities = Array.from({ length: size }, (_, index) => anEntity(`Part ${index}`));
    const relationships = entities.map(({ name }, index) =>
      aRelationship(`Part ${name}`, 'needs', { to: `Part ${(index + 1) % size}`, line: index + 1 }),
    );

    const { violations } = checkAxioms(aGraph({ entities, relationships, axioms: [acyclic] }));

    expect(violations.map(({ message }) => message)).toEqual([
      'Part "0" leads back to itself by needs: "0" → "1" → "2" → "3" → "4" → "5" → "6" → … 29993 more … → "0".',
    ]);
    expect(violations[0]?.evidence).toHaveLength(size + 1);
  });
});
