import { PostingsPacker } from '../bm25/pack-postings.js';
import type { Postings } from '../bm25/postings.js';
import { VectorPacker, type VectorTable } from '../vectors/vector-table.js';

/** @param texts the words of each text, with repetitions */
export function postingsOf(texts: readonly (readonly string[])[]): Postings {
  const packer = new PostingsPacker();
  for (const words of texts) {
    packer.count(words);
    packer.endText();
  }
  return packer.finish(Int32Array.from(texts.keys()), texts.length);
}

/** @param vectors one for each text, in their order */
export function packVectors(vectors: readonly (Float32Array | undefined)[], dimension: number): VectorTable {
  const packer = new VectorPacker(dimension);
  for (const vector of vectors) packer.add(vector);
  return packer.finish(Int32Array.from(vectors.keys()), vectors.length);
}
