// @ts-check
import { loadWordVectors } from '../dist/embedding/static/word-vectors.js';
import { TextEmbedder } from '../dist/embedding/static/text-embedder.js';
import { joinedIndexWords } from '@lexichord/platform/text-search';

/** @type {Promise<TextEmbedder> | undefined} */
let embedder;

/**
 * Vectors of texts, or their words joined by spaces, away from the event loop.
 *
 * @param {{ readonly task: 'embed' | 'words', readonly texts: readonly string[] }} job
 */
export default async function run({ task, texts }) {
  if (task === 'words') return texts.map((text) => joinedIndexWords(text));
  embedder ??= loadWordVectors().then((vectors) => new TextEmbedder(vectors));
  const ready = await embedder;
  return texts.map((text) => ready.embed(text));
}
