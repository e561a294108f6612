import type { KnowledgeEntity, KnowledgeRelationship } from '@lexichord/abstractions';

import { KnowledgeGraph } from '../graph/knowledge-graph.js';

/** A graph of numbered entities of one type; `entity 3` has the id `e3`. */
export function numberedGraph(count: number, edges: readonly (readonly [from: number, to: number])[]): KnowledgeGraph {
  const entities = Array.from({ length: count }, (_, number): KnowledgeEntity => {
    return {
      id: `e${number}`,
      type: 'Concept',
      name: nameOf(number),
      aliases: [],
      properties: {},
      sources: [],
      ...times,
    };
  });
  const relationships = [...new Map(edges.map((edge) => [edge.join('>'), edge])).values()].map(
    ([from, to]): KnowledgeRelationship => {
      const ends = { fromEntityId: `e${from}`, toEntityId: `e${to}` };
      return { id: `${from}>${to}`, type: 'related-to', ...ends, properties: {}, sources: [], validFromMs: 0 };
    },
  );
  return new KnowledgeGraph({ entities, relationships, axioms: [] });
}

const times = { createdMs: 0, modifiedMs: 0 };

function nameOf(number: number): string {
  return String(number).padStart(6, '0');
}
