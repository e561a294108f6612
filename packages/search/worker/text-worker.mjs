// @ts-check
import { createTextEmbedder } from '@lexichord/text-index/internal';

import { joinTexts, splitTexts } from '../dist/embedding/static/joined-texts.js';
import { loadWordVectors } from '../dist/embedding/static/load-word-vectors.js';
import { chunksOfTexts, countChunkWords } from '../dist/corpus/word-counts.js';

/** @type {Promise<import('@lexichord/text-index/internal').TextEmbedder> | undefined} */
let embedder;

/**
 * Vectors of texts, or the word counts of chunks, away from the event loop.
 *
 * @param {import('../dist/embedding/static/text-workers.js').TextJob} job
 * @returns {Promise<import('../dist/embedding/static/text-workers.js').TextResult>}
 */
export default async function run({ task, ...joined }) {
  const texts = splitTexts(joined);
  if (task === 'count') return joinTexts(chunksOfTexts(texts).map(countChunkWords));
  embedder ??= loadWordVectors().then(createTextEmbedder);
  const ready = await embedder;
  const vectors = new Float32Array(texts.length * ready.dimension);
  texts.forEach((text, index) => vectors.set(ready.embed(text), index * ready.dimension));
  return vectors;
}
