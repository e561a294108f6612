import type { IEmbeddingProvider } from '@lexichord/abstractions';

/** Vectors of a text's letters: made at once, for tests in which meaning does not matter. */
export class LetterEmbeddings implements IEmbeddingProvider {
  readonly id = 'letters';
  readonly dimension = 26;
  readonly maxChars = 1_000;
  readonly maxBatch = 1_000;
  readonly fusionWeight = 0.3;

  embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    return Promise.resolve(texts.map(vectorOf));
  }
}

function vectorOf(text: string): Float32Array {
  const counts = new Float32Array(26);
  for (const letter of text.toLowerCase()) {
    const index = letter.charCodeAt(0) - 97;
    if (index >= 0 && index < 26) counts[index] = (counts[index] ?? 0) + 1;
  }
  const length = Math.hypot(...counts);
  return length === 0 ? counts : counts.map((count) => count / length);
}
