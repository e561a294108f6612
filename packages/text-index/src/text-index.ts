import { bestOf } from './best-of.js';
import { mergePostings } from './bm25/merge-postings.js';
import { type LengthNorm, type Postings, meanLengthOf, rarityOf, rowOf, scoreWords, shareOf } from './bm25/postings.js';
import { lowerBound } from './lower-bound.js';
import {
  type MergedNumbers,
  type VectorTable,
  emptyTable,
  mergeVectors,
  scoreMeaning,
  setVector,
} from './vectors/vector-table.js';

/** The arrays of an index, in the form that is written to files. */
export interface TextIndexParts {
  readonly postings: Postings;
  readonly vectors: VectorTable;
}

/** Weighting of words. */
export interface TextIndexOptions {
  /** Penalty for long documents: the `b` of BM25, 0 to 1. Default: 0.7. */
  readonly lengthPenalty?: number | undefined;
  /** Mean number of words of all documents, if the index has only some of them; default: that of its own. */
  readonly meanLength?: number | undefined;
}

/** Query of {@link TextIndex.query}. */
export interface TextQuery {
  /** Weight of each distinct word, above 0; usually {@link TextIndex.rarityOf}. */
  readonly words: ReadonlyMap<string, number>;
  /** Vector of length 1; absent to search only by words. */
  readonly vector?: Float32Array | undefined;
  /** Share of meaning in the score, 0 to 1; the rest is words. */
  readonly fusionWeight: number;
  /** Maximum number of documents, without the included ones. */
  readonly limit: number;
  /** Filter, applied before the limit. */
  readonly accepts?: ((document: number) => boolean) | undefined;
  /** Accepted documents that are in the result at any score. */
  readonly included?: ReadonlySet<number> | undefined;
  /** Returns further documents for the result, given the best ones, best first; only accepted ones are used. */
  readonly related?: ((best: readonly number[]) => Iterable<number>) | undefined;
}

/** A document that matches a query. */
export interface ScoredDocument {
  readonly document: number;
  /** BM25 as a share of the maximum score of the words, 0 to 1. */
  readonly words: number;
  /** Cosine similarity, 0 to 1; 0 without vectors. */
  readonly meaning: number;
}

/** Documents that have a word, ascending, with the BM25 share of each without the word's rarity, 0 to `maxShare`. */
export interface WordMatches {
  readonly documents: Uint32Array;
  readonly shares: Float32Array;
}

/**
 * Documents in memory, searched by words (BM25) and by meaning (cosine of vectors). A document is a number from 0; its
 * text is not stored. Built by {@link TextIndexBuilder}; the words of an index never change.
 *
 * Vectors are stored row by row, one byte per component with a scale for each row (ADR 0066).
 */
export class TextIndex {
  private readonly norm: LengthNorm;
  private shares: Float32Array | undefined;

  constructor(
    readonly parts: TextIndexParts,
    private readonly options: TextIndexOptions = {},
  ) {
    const { lengthPenalty = 0.7, meanLength = meanLengthOf(parts.postings) } = options;
    this.norm = { lengthPenalty, meanLength };
  }

  /** Number of documents. */
  get size(): number {
    return this.parts.postings.lengths.length;
  }

  /** Number of components of a vector; 0 for an index of words only. */
  get dimension(): number {
    return this.parts.vectors.dimension;
  }

  /** Number of words of all documents, repetitions included. */
  get length(): number {
    return this.parts.postings.lengths.reduce((sum, length) => sum + length, 0);
  }

  /** Whether any document has the word. */
  hasWord(word: string): boolean {
    return rowOf(word, this.parts.postings) >= 0;
  }

  /**
   * Whether any word contains a text, as `$name` contains `name`. Searches all words: for rare calls.
   *
   * @param text in lower case; composed and decomposed letters are equal
   */
  hasWordWith(text: string): boolean {
    return this.parts.postings.words.some(wordsWith(text));
  }

  /** Inverse document frequency; above 0, also for a word that no document has. */
  rarityOf(word: string): number {
    return rarityOf(word, this.parts.postings);
  }

  matchesOf(word: string): WordMatches {
    const { postings } = this.parts;
    const [start, end] = entriesOf(word, postings);
    this.shares ??= sharesOf(postings, this.norm);
    return { documents: postings.texts.subarray(start, end), shares: this.shares.subarray(start, end) };
  }

  /** Numbers of the documents with a word, ascending. */
  documentsWith(word: string): Uint32Array {
    const { postings } = this.parts;
    return postings.texts.subarray(...entriesOf(word, postings));
  }

  /** Number of occurrences of a word in all documents. */
  occurrencesOf(word: string): number {
    const { postings } = this.parts;
    return postings.counts.subarray(...entriesOf(word, postings)).reduce((sum, count) => sum + count, 0);
  }

  /** Whether a document has the word. */
  isIn(document: number, word: string): boolean {
    const documents = this.documentsWith(word);
    return documents[lowerBound(documents, document)] === document;
  }

  /**
   * BM25 score of every document, as a share of the maximum possible score: 0 to 1, comparable between queries.
   *
   * @param weights of the distinct words of the query
   */
  scoreWords(weights: ReadonlyMap<string, number>): Float64Array {
    return scoreWords(weights, this.parts.postings, this.norm);
  }

  /** Returns the documents with the highest scores above 0, the included and the related ones; by number. */
  query({ words, vector, fusionWeight, limit, ...others }: TextQuery): readonly ScoredDocument[] {
    const { accepts = () => true, included = [], related = () => [] } = others;
    const byWords = this.scoreWords(words);
    const byMeaning = vector === undefined ? undefined : this.scoreMeaning(vector);
    const scores = fusedScores(byWords, byMeaning, fusionWeight);
    const wanted = new Set(included);
    const best = bestOf(scores, limit, (document) => !wanted.has(document) && accepts(document));
    const further = [...wanted, ...related(best)].filter(accepts);
    return [...new Set([...best, ...further])]
      .sort((a, z) => a - z)
      .map((document) => ({
        document,
        words: byWords[document] as number,
        meaning: Math.max(0, byMeaning?.[document] ?? 0),
      }));
  }

  /** Cosine similarity of every document with a vector of length 1; 0 for a document without a vector. */
  scoreMeaning(vector: Float32Array): Float64Array {
    return scoreMeaning(vector, this.parts.vectors);
  }

  /** Whether a document has a vector. A vector of zeros counts as none. */
  hasVector(document: number): boolean {
    return (this.parts.vectors.scales[document] as number) > 0;
  }

  /** Sets the vector of a document. */
  setVector(document: number, vector: Float32Array): void {
    setVector(this.parts.vectors, document, vector);
  }

  /** Returns an index of the same words, with unset vectors of another dimension. */
  withoutVectors(dimension: number): TextIndex {
    const { postings } = this.parts;
    const index = new TextIndex({ postings, vectors: emptyTable(dimension, this.size) }, this.options);
    index.shares = this.shares;
    return index;
  }

  /** Merges this index with another one. Takes only the time of copying: nothing is decoded or counted again. */
  merge(added: TextIndex, merged: MergedNumbers): TextIndex {
    return new TextIndex(
      {
        postings: mergePostings(this.parts.postings, added.parts.postings, merged),
        vectors: mergeVectors(this.parts.vectors, added.parts.vectors, merged),
      },
      this.options,
    );
  }
}

/** @param weight of the meaning, 0 to 1 */
function fusedScores(words: Float64Array, meaning: Float64Array | undefined, weight: number): Float64Array {
  const fused = new Float64Array(words.length);
  for (let document = 0; document < fused.length; document += 1) {
    fused[document] = (1 - weight) * (words[document] as number) + weight * (meaning?.[document] ?? 0);
  }
  return fused;
}

/** Range of a word's entries in the postings; empty for a word that no document has. */
function entriesOf(word: string, postings: Postings): readonly [start: number, end: number] {
  const row = rowOf(word, postings);
  return row < 0 ? [0, 0] : [postings.starts[row] as number, postings.starts[row + 1] as number];
}

/** BM25 scores without the rarity of the word, computed once for all queries. */
function sharesOf({ texts, counts, lengths }: Postings, norm: LengthNorm): Float32Array {
  const shares = new Float32Array(texts.length);
  for (let at = 0; at < texts.length; at += 1) {
    shares[at] = shareOf(counts[at] as number, lengths[texts[at] as number] as number, norm);
  }
  return shares;
}

/**
 * Returns a test for whether a word contains a text, as `$name` contains `name`.
 *
 * @param text in lower case; composed and decomposed letters are equal
 */
export function wordsWith(text: string): (word: string) => boolean {
  const wanted = text.normalize('NFC');
  return (word) => word.includes(text) || toComposed(word).includes(wanted);
}

/** Normalizes a word. Most words are ASCII, which is already composed. */
function toComposed(word: string): string {
  return /^[\x20-\x7e]*$/u.test(word) ? word : word.normalize('NFC');
}
