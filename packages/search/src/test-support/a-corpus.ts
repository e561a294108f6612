import type { IndexedChunk, IndexedFile } from '../corpus/chunk-record.js';
import { type Corpus, changeCorpus, emptyCorpus } from '../corpus/corpus.js';
import { packChunks } from '../corpus/pack-chunks.js';
import { PostingsPacker } from '../corpus/pack-postings.js';
import type { Postings } from '../corpus/postings.js';
import { VectorPacker, type VectorTable } from '../corpus/vector-table.js';

/** The corpus of these chunks, made at once. */
export function aCorpus(chunks: readonly IndexedChunk[], dimension: number): Corpus {
  return changeCorpus(emptyCorpus(dimension), { files: filesOf(chunks), added: packChunks(chunks, dimension) });
}

/** @param texts the words of each chunk, with repetitions */
export function postingsOf(texts: readonly (readonly string[])[]): Postings {
  const packer = new PostingsPacker();
  for (const words of texts) packer.add(words);
  return packer.finish(Int32Array.from(texts.keys()), texts.length);
}

/** @param vectors one for each chunk, in their order */
export function packVectors(vectors: readonly (Float32Array | undefined)[], dimension: number): VectorTable {
  const packer = new VectorPacker(dimension);
  for (const vector of vectors) packer.add(vector);
  return packer.finish(Int32Array.from(vectors.keys()), vectors.length);
}

/** The files of these chunks; the hash of each tells its chunks' ids. */
export function filesOf(chunks: readonly IndexedChunk[]): ReadonlyMap<string, IndexedFile> {
  const ids = new Map<string, string[]>();
  for (const { filePath, id } of chunks.map(({ record }) => record)) {
    ids.set(filePath, [...(ids.get(filePath) ?? []), id]);
  }
  return new Map([...ids].map(([path, own]) => [path, { chunksHash: own.sort().join(' '), modifiedMs: 1_000 }]));
}
