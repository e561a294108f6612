import type { KnowledgeEntity } from '@lexichord/abstractions';
import type { Postings } from '@lexichord/text-index';

import type { KnowledgeGraph } from '../graph/knowledge-graph.js';
import { readEntityWords } from './entity-words.js';
import { type EvidenceLinks, linkEvidence } from './evidence-links.js';
import { partWeightOf } from './part-weights.js';
import { WeightedPostings } from './weighted-postings.js';

/** Saturation of a word that occurs again and again. */
const k1 = 1.2;

/** How much a long text is held against it. */
const b = 0.6;

/** Most that one occurrence of a word can give, times its rarity. */
export const maxPerWord = k1 + 1;

/** The entities of a graph in the form in which they are searched by words; entities are numbers, in the graph's order. */
export interface EntityCorpus {
  readonly graph: KnowledgeGraph;
  readonly entities: readonly KnowledgeEntity[];
  readonly postings: Postings;
  /** For each entry of the postings: how much of the word's rarity the entity gets, 0 to {@link maxPerWord}. */
  readonly shares: Float32Array;
  readonly links: EvidenceLinks;
  /** What each entity's score is multiplied by. */
  readonly weights: Float32Array;
}

export function packEntities(graph: KnowledgeGraph): EntityCorpus {
  const { entities } = graph;
  const packer = new WeightedPostings();
  for (const entity of entities) {
    readEntityWords(entity, (words, weight) => {
      packer.count(words, weight);
    });
    packer.endText();
  }
  const postings = packer.finish();
  return {
    graph,
    entities,
    postings,
    shares: sharesOf(postings),
    links: linkEvidence(graph),
    weights: Float32Array.from(entities, (entity) => partWeightOf(entity, graph)),
  };
}

/** BM25 without the rarity of the word, once for all queries. */
function sharesOf({ texts, counts, lengths }: Postings): Float32Array {
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  const shares = new Float32Array(texts.length);
  for (let at = 0; at < texts.length; at += 1) {
    const count = counts[at] as number;
    const lengthFactor = 1 - b + (b * (lengths[texts[at] as number] as number)) / meanLength;
    shares[at] = (count * (k1 + 1)) / (count + k1 * lengthFactor);
  }
  return shares;
}
