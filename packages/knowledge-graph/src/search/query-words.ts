import { indexWords, rarityOf, rawWords, rowOf } from '@lexichord/text-index';

import type { EntityCorpus } from './entity-corpus.js';
import { synonymsOf } from './synonym-rings.js';

/** Longer queries are cut, in UTF-16 units. */
const maxQueryLength = 20_000;

/** Words of a query that count. */
const maxWords = 24;

/** How much a word counts that only stands for one of the query. */
const synonymWeight = 0.5;

/** A row of the postings that speaks for a word. */
export interface WordRow {
  readonly row: number;
  /** What an entity gets for the word there, before its share. */
  readonly weight: number;
}

/** One word of a query. */
export interface QueryWord {
  /** The word itself, if there is one, then its synonyms. */
  readonly rows: readonly WordRow[];
  /** Most that an entity can get for it, before its share. */
  readonly weight: number;
}

/**
 * What to look up for a query. Of a long one, such as a paragraph, the words count that tell most: nothing has all of
 * them, and most say little.
 */
export function queryWords(query: string, corpus: EntityCorpus): readonly QueryWord[] {
  const words = [...new Set(indexWords(query.slice(0, maxQueryLength)))];
  const asked = new Set(words);
  const found = words.map((word) => queryWord(word, asked, corpus));
  if (found.length <= maxWords) return found;
  return found
    .filter(({ rows }) => rows.length > 0)
    .toSorted((a, z) => z.weight - a.weight)
    .slice(0, maxWords);
}

function queryWord(word: string, asked: ReadonlySet<string>, { postings }: EntityCorpus): QueryWord {
  const own = rowOf(word, postings);
  const rarity = rarityOf(word, postings);
  const rows: WordRow[] = own < 0 ? [] : [{ row: own, weight: rarity }];
  for (const synonym of synonymsOf(word)) {
    if (asked.has(synonym)) continue;
    const row = rowOf(synonym, postings);
    if (row < 0) continue;
    rows.push({ row, weight: synonymWeight * Math.min(rarity, rarityOf(synonym, postings)) });
  }
  return { rows, weight: rarity };
}

/** A word of a query as it stands there, with what it is looked up by. */
export interface AskedTerm {
  readonly term: string;
  readonly rows: readonly number[];
}

/** The distinct words of a query that some entity has. */
export function askedTerms(query: string, { postings }: EntityCorpus): readonly AskedTerm[] {
  const terms = new Map<string, AskedTerm>();
  for (const term of rawWords(query.slice(0, maxQueryLength))) {
    if (terms.has(term)) continue;
    const rows = indexWords(term)
      .map((word) => rowOf(word, postings))
      .filter((row) => row >= 0);
    if (rows.length > 0) terms.set(term, { term, rows });
  }
  return [...terms.values()];
}
