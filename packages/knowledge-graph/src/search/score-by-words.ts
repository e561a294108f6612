import { maxShare } from '@lexichord/text-index/internal';

import type { EntityCorpus } from './entity-corpus.js';
import type { QueryWord } from './query-words.js';

/** Share of a neighbour's total score that an entity gets, before the link's share. */
const neighbourWeight = 0.8;

/** Maximum number of entities with a word whose evidence spreads: a more frequent word is too common. */
const maxSpreading = 20_000;

/** An array of numbers of which few are above 0. */
class Sparse {
  readonly values: Float32Array;
  private readonly numbers: Uint32Array;
  private length = 0;

  constructor(size: number) {
    this.values = new Float32Array(size);
    this.numbers = new Uint32Array(size);
  }

  /** Sets a number if it is higher than the present one. */
  raise(number: number, value: number): void {
    const before = this.values[number] as number;
    if (value <= before) return;
    this.values[number] = value;
    if (before > 0) return;
    this.numbers[this.length] = number;
    this.length += 1;
  }

  /** Indexes of the numbers above 0. */
  get touched(): Uint32Array {
    return this.numbers.subarray(0, this.length);
  }

  clear(): void {
    for (const number of this.touched) this.values[number] = 0;
    this.length = 0;
  }
}

/**
 * Scores how well each entity matches the words of a query, 0 to 1, as a share of the maximum: matches of its own
 * words, and with less weight those of its neighbours. An entity that has a word itself and through a neighbour gets
 * both; of several neighbours only the best counts, so that many neighbours are no advantage.
 */
export function scoreByWords(words: readonly QueryWord[], corpus: EntityCorpus): Float32Array {
  const { entities, links, weights } = corpus;
  const scores = new Float32Array(entities.length);
  const own = new Sparse(entities.length);
  const gained = new Sparse(entities.length);
  let max = 0;
  for (const word of words) {
    max += word.weight * maxShare;
    raiseMatches(own, word, corpus);
    if (own.touched.length <= maxSpreading) spread(own, gained, corpus);
    addTo(scores, own);
    addTo(scores, gained);
  }
  if (max === 0) return scores;
  for (let number = 0; number < scores.length; number += 1) {
    scores[number] = ((scores[number] as number) / max) * (weights[number] as number);
  }
  return withNeighbours(scores, links);
}

function raiseMatches(own: Sparse, { lookUps }: QueryWord, { index }: EntityCorpus): void {
  for (const { word, weight } of lookUps) {
    const { documents, shares } = index.matchesOf(word);
    for (let at = 0; at < documents.length; at += 1) {
      own.raise(documents[at] as number, weight * (shares[at] as number));
    }
  }
}

function spread(own: Sparse, gained: Sparse, { links: { starts, targets, shares } }: EntityCorpus): void {
  for (const number of own.touched) {
    const value = own.values[number] as number;
    const end = starts[number + 1] as number;
    for (let at = starts[number] as number; at < end; at += 1) {
      gained.raise(targets[at] as number, value * (shares[at] as number));
    }
  }
}

function addTo(scores: Float32Array, word: Sparse): void {
  for (const number of word.touched) scores[number] = (scores[number] as number) + (word.values[number] as number);
  word.clear();
}

/**
 * Adds to each score a share of the best neighbour's: a matching endpoint raises the schemas that it accepts and
 * returns.
 */
function withNeighbours(scores: Float32Array, { starts, targets, shares }: EntityCorpus['links']): Float32Array {
  const gained = new Float32Array(scores.length);
  for (let number = 0; number < scores.length; number += 1) {
    const value = scores[number] as number;
    if (value === 0) continue;
    const end = starts[number + 1] as number;
    for (let at = starts[number] as number; at < end; at += 1) {
      const target = targets[at] as number;
      const share = value * (shares[at] as number);
      if (share > (gained[target] as number)) gained[target] = share;
    }
  }
  for (let number = 0; number < scores.length; number += 1) {
    scores[number] = Math.min(1, (scores[number] as number) + neighbourWeight * (gained[number] as number));
  }
  return scores;
}
