import type { KnowledgeEntity } from '@lexichord/abstractions';
import { type TextIndex, TextIndexBuilder } from '@lexichord/text-index';

import type { KnowledgeGraph } from '../graph/knowledge-graph.js';
import { readEntityWords } from './entity-words.js';
import { type EvidenceLinks, linkEvidence, partWeightOf } from './evidence-links.js';

/** Strength of the reduction of long entities' scores. */
const lengthPenalty = 0.6;

/** The entities of a graph, prepared for search; an entity's number is its position in the graph's order. */
export interface EntityCorpus {
  readonly graph: KnowledgeGraph;
  readonly entities: readonly KnowledgeEntity[];
  /** One document per entity. */
  readonly index: TextIndex;
  readonly links: EvidenceLinks;
  /** Factor on each entity's score. */
  readonly weights: Float32Array;
}

/** Builds the corpus, without vectors. */
export function buildEntityCorpus(graph: KnowledgeGraph): EntityCorpus {
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
