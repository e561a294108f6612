import type { CallOptions, ConversationMessage, IEmbeddingProvider } from '@lexichord/abstractions';
import { LRUCache } from 'lru-cache';

import { type Likeness, comparedReach } from './topic-shift.js';

/** Maximum number of cached vectors. Those of an open segment are needed with every added message. */
const maxRememberedVectors = 100;

/** Entry of a pair that has not been compared. The entry of a pair that cannot be compared is NaN. */
const open = Infinity;

/** Similarity of messages by their embeddings. */
export class MessageLikeness {
  private readonly vectors = new LRUCache<string, Float32Array>({ max: maxRememberedVectors });

  constructor(private readonly provider: IEmbeddingProvider) {}

  /** @throws {LexichordError} `embedding-failed`; the signal's reason */
  async among(messages: readonly ConversationMessage[], options: CallOptions): Promise<Likeness> {
    const vectors = await this.embed(messages, options);
    const likeness = new Float64Array(messages.length * comparedReach).fill(open);
    return (first, second) => {
      const index = first * comparedReach + (second - first);
      if (likeness[index] === open) likeness[index] = product(vectors[first], vectors[second]) ?? NaN;
      const value = likeness[index] ?? NaN;
      return Number.isNaN(value) ? undefined : value;
    };
  }

  private async embed(
    messages: readonly ConversationMessage[],
    { signal }: CallOptions,
  ): Promise<readonly (Float32Array | undefined)[]> {
    const { maxChars, maxBatch } = this.provider;
    const texts = messages.map(({ content }) => content.slice(0, maxChars));
    const found = new Map<string, Float32Array>();
    for (const text of texts) {
      const vector = this.vectors.get(text);
      if (vector !== undefined) found.set(text, vector);
    }
    const missing = [...new Set(texts)].filter((text) => !found.has(text));
    for (let start = 0; start < missing.length; start += maxBatch) {
      signal?.throwIfAborted();
      const batch = missing.slice(start, start + maxBatch);
      const made = await this.provider.embed(batch, 'document', { signal });
      for (const [index, text] of batch.entries()) {
        const vector = made[index];
        if (vector === undefined) continue;
        found.set(text, vector);
        this.vectors.set(text, vector);
      }
    }
    return texts.map((text) => {
      const vector = found.get(text);
      return vector?.some((value) => value !== 0) === true ? vector : undefined;
    });
  }
}

/** The cosine of two vectors of length 1; `undefined` for a zero vector. */
function product(a: Float32Array | undefined, b: Float32Array | undefined): number | undefined {
  if (a === undefined || b === undefined) return undefined;
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return Number.isFinite(sum) ? sum : undefined;
}
