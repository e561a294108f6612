import { PostingsEncoder } from '../bm25/encode-postings.js';
import type { Postings } from '../bm25/postings.js';
import { VectorEncoder, type VectorTable } from '../vectors/vector-table.js';

/** @param texts the words of each text, with repetitions */
export function postingsOf(texts: readonly (readonly string[])[]): Postings {
  const encoder = new PostingsEncoder();
  for (const words of texts) {
    encoder.count(words);
    encoder.endText();
  }
  return encoder.finish(Int32Array.from(texts.keys()), texts.length);
}

/** @param vectors one for each text, in their order */
export function encodeVectors(vectors: readonly (Float32Array | undefined)[], dimension: number): VectorTable {
  const encoder = new VectorEncoder(dimension);
  for (const vector of vectors) encoder.add(vector);
  return encoder.finish(Int32Array.from(vectors.keys()), vectors.length);
}
