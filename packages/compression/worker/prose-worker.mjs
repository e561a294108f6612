// @ts-check
import { parentPort } from 'node:worker_threads';
import { tagProse } from './tag-prose.mjs';

parentPort?.on('message', ({ id, texts }) => {
  try {
    const tagged = tagProse(texts);
    const buffers = tagged.flatMap(({ words, sentenceEnds }) => [words.buffer, sentenceEnds.buffer]);
    parentPort?.postMessage({ id, tagged }, /** @type {ArrayBuffer[]} */ (buffers));
  } catch {
    // The caller continues without a result.
    parentPort?.postMessage({ id });
  }
});
