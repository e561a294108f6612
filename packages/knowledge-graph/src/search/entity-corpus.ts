import type { KnowledgeEntity } from '@lexichord/abstractions';
import { type TextIndex, TextIndexBuilder } from '@lexichord/text-index';

import type { KnowledgeGraph } from '../graph/knowledge-graph.js';
import { readEntityWords } from './entity-words.js';
import { type EvidenceLinks, linkEvidence, partWeightOf } from './evidence-links.js';

/** How much a long entity is held against it. */
const lengthPenalty = 0.6;

/** The entities of a graph in the form in which they are searched; entities are numbers, in the graph's order. */
export interface EntityCorpus {
  readonly graph: KnowledgeGraph;
  readonly entities: readonly KnowledgeEntity[];
  /** A document is an entity. */
  readonly index: TextIndex;
  readonly links: EvidenceLinks;
  /** Factor on each entity's score. */
  readonly weights: Float32Array;
}

/** The entities without vectors. */
export function packEntities(graph: KnowledgeGraph): EntityCorpus {
  const { entities } = graph;
  const builder = new TextIndexBuilder({ lengthPenalty });
  for (const entity of entities) {
    readEntityWords(entity, (words, weight) => {
      builder.count(words, weight);
    });
    builder.endDocument();
  }
  return {
    graph,
    entities,
    index: builder.build(),
    links: linkEvidence(graph),
    weights: Float32Array.from(entities, (entity) => partWeightOf(entity, graph)),
  };
}
