import { readFile } from 'node:fs/promises';

import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import { type WordVectors, parseWordVectors } from '@lexichord/text-index/internal';

const assetUrl = new URL('../../../assets/word-vectors.bin', import.meta.url);

/**
 * Reads the asset that `tools/word-vectors/generate.mjs` writes.
 *
 * @param file default: the asset of the package
 * @throws {LexichordError} `embedding-failed` if it is missing or damaged
 */
export async function loadWordVectors(file: URL = assetUrl): Promise<WordVectors> {
  try {
    return parseWordVectors(await readFile(file));
  } catch (cause) {
    throw new LexichordError(
      ErrorCode.embeddingFailed,
      'The word vectors of @lexichord/search cannot be read. Install the package again, or run tools/word-vectors/generate.mjs.',
      { cause },
    );
  }
}
