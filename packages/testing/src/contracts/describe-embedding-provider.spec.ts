import type { IEmbeddingProvider } from '@lexichord/abstractions';

import { describeEmbeddingProvider } from './describe-embedding-provider.js';

/** The smallest provider that keeps the contract: it counts kinds of letters. */
const letters: IEmbeddingProvider = {
  id: 'letters-v1',
  dimension: 3,
  maxChars: 1_000,
  maxBatch: 10,
  fusionWeight: 0.1,
  embed: async (texts, _purpose, { signal } = {}) => {
    await Promise.resolve();
    signal?.throwIfAborted();
    return texts.map((text) => {
      const counts = [0, 0, 0];
      for (const [letter] of text.matchAll(/[\p{L}\p{N}]/gu)) {
        const kind = (letter.codePointAt(0) ?? 0) % 3;
        counts[kind] = (counts[kind] ?? 0) + 1;
      }
      const length = Math.hypot(...counts);
      return Float32Array.from(counts, (count) => (length === 0 ? 0 : count / length));
    });
  },
};

describeEmbeddingProvider('A provider that counts letters', () => letters);
