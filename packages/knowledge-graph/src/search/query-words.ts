import { indexWords } from '@lexichord/text-index';
import { rawWords } from '@lexichord/text-index/internal';

import type { EntityCorpus } from './entity-corpus.js';
import { synonymsOf } from './synonym-rings.js';

/** Maximum length of a query, in UTF-16 units; longer ones are cut. */
const maxQueryLength = 20_000;

/** Maximum number of words of a query that count. */
const maxWords = 24;

/** Weight of a synonym of a query's word. */
const synonymWeight = 0.5;

/** An index word that matches a word of a query: the word itself or a synonym. */
export interface WordLookUp {
  readonly word: string;
  /** Score of an entity with this word, before its share. */
  readonly weight: number;
}

/** One word of a query. */
export interface QueryWord {
  /** The word itself, if any entity has it, then its synonyms. */
  readonly lookUps: readonly WordLookUp[];
  /** Maximum score of an entity for the word, before its share. */
  readonly weight: number;
}

/**
 * The words to look up for a query. Only the rarest words of a long query, such as a paragraph, count: no entity has
 * all of them, and most are common.
 */
export function queryWords(query: string, corpus: EntityCorpus): readonly QueryWord[] {
  const words = [...new Set(indexWords(query.slice(0, maxQueryLength)))];
  const distinct = new Set(words);
  const found = words.map((word) => queryWord(word, distinct, corpus));
  if (found.length <= maxWords) return found;
  return found
    .filter(({ lookUps }) => lookUps.length > 0)
    .toSorted((a, z) => z.weight - a.weight)
    .slice(0, maxWords);
}

function queryWord(word: string, others: ReadonlySet<string>, { index }: EntityCorpus): QueryWord {
  const rarity = index.rarityOf(word);
  const lookUps: WordLookUp[] = index.hasWord(word) ? [{ word, weight: rarity }] : [];
  for (const synonym of synonymsOf(word)) {
    if (others.has(synonym) || !index.hasWord(synonym)) continue;
    lookUps.push({ word: synonym, weight: synonymWeight * Math.min(rarity, index.rarityOf(synonym)) });
  }
  return { lookUps, weight: rarity };
}

/** A word of a query as written, with its index words. */
export interface QueryTerm {
  readonly term: string;
  readonly words: readonly string[];
}

/** The distinct words of a query that at least one entity has. */
export function queryTerms(query: string, { index }: EntityCorpus): readonly QueryTerm[] {
  const terms = new Map<string, QueryTerm>();
  for (const term of rawWords(query.slice(0, maxQueryLength))) {
    if (terms.has(term)) continue;
    const words = indexWords(term).filter((word) => index.hasWord(word));
    if (words.length > 0) terms.set(term, { term, words });
  }
  return [...terms.values()];
}
