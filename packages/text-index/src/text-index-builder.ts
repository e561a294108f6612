import { PostingsEncoder } from './bm25/encode-postings.js';
import { TextIndex, type TextIndexOptions } from './text-index.js';
import { type QuantizedVector, VectorEncoder } from './vectors/vector-table.js';

/** Options of a builder. */
export interface TextIndexBuilderOptions extends TextIndexOptions {
  /** Number of components of a vector; 0, the default, for an index of words only. */
  readonly dimension?: number | undefined;
}

/** Order of a builder's documents in the index that it builds. */
export interface DocumentOrder {
  /** Number of each added document; -1 for an excluded one. */
  readonly numbers: Int32Array;
  /** Number of documents that are not excluded. */
  readonly size: number;
}

/** Builds an index of documents one by one. Stores only the word counts and the quantized vector of a document. */
export class TextIndexBuilder {
  private readonly postings = new PostingsEncoder();
  private readonly vectors: VectorEncoder;
  private readonly options: TextIndexOptions;

  constructor({ dimension = 0, ...options }: TextIndexBuilderOptions = {}) {
    this.vectors = new VectorEncoder(dimension);
    this.options = options;
  }

  /** Number of added documents. */
  get size(): number {
    return this.postings.texts;
  }

  /**
   * Counts words of the current document, including repetitions.
   *
   * @param words as returned by `indexWords`
   * @param weight number of occurrences that each word counts as; a whole number from 1
   */
  count(words: readonly string[], weight?: number): this {
    this.postings.count(words, weight);
    return this;
  }

  /** Ends the current document. */
  endDocument(vector?: Float32Array | QuantizedVector): void {
    this.postings.endText();
    this.vectors.add(vector);
  }

  /**
   * Builds an index of all documents added so far; by default in the order of addition. More can be added afterwards.
   */
  build(order: DocumentOrder = inOrder(this.size)): TextIndex {
    const { numbers, size } = order;
    return new TextIndex(
      { postings: this.postings.finish(numbers, size), vectors: this.vectors.finish(numbers, size) },
      this.options,
    );
  }
}

function inOrder(size: number): DocumentOrder {
  return { numbers: Int32Array.from({ length: size }, (_unused, document) => document), size };
}
