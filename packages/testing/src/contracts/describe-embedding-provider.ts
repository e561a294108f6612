import type { IEmbeddingProvider } from '@lexichord/abstractions';
import { describe, expect, it } from '@jest/globals';

const texts = ['Checks the password of a user.', 'function parseHeader(line) {}', '漢字 größe 😀', 'cache', 'cache'];
const withoutWords = ['', ' \n\t', '--- === ***'];

/**
 * The contract of {@link IEmbeddingProvider}, for every implementation to run:
 * `describeEmbeddingProvider('MyProvider', () => new MyProvider(...))`.
 *
 * @param make called for every test, so that tests share nothing
 */
export function describeEmbeddingProvider(
  name: string,
  make: () => IEmbeddingProvider | Promise<IEmbeddingProvider>,
): void {
  describe(`${name} keeps the contract of an embedding provider`, () => {
    it('says what it is and what it takes', async () => {
      const { id, dimension, maxChars, maxBatch, fusionWeight } = await make();

      expect(id.trim()).not.toBe('');
      for (const size of [dimension, maxChars, maxBatch]) expect(Number.isSafeInteger(size) && size > 0).toBe(true);
      expect(fusionWeight).toBeGreaterThanOrEqual(0);
      expect(fusionWeight).toBeLessThanOrEqual(1);
    });

    it('gives a vector of length 1 for each text, in their order', async () => {
      const provider = await make();

      const vectors = await provider.embed(texts, 'document');
      const alone = await Promise.all(texts.map((text) => provider.embed([text], 'document')));

      expect(vectors).toHaveLength(texts.length);
      for (const vector of vectors) {
        expect(vector).toBeInstanceOf(Float32Array);
        expect(vector).toHaveLength(provider.dimension);
        expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
      }
      expect(alone.flat()).toEqual(vectors);
    });

    it('gives the same vectors again, also of another instance', async () => {
      const [first, second] = [await make(), await make()];

      const once = await first.embed(texts, 'query');

      expect(await first.embed(texts, 'query')).toEqual(once);
      expect(await second.embed(texts, 'query')).toEqual(once);
      expect(second.id).toBe(first.id);
    });

    it('gives the zero vector for a text without words, beside others and alone', async () => {
      const provider = await make();
      const zero = new Float32Array(provider.dimension);

      const [first, ...others] = await provider.embed(['word', ...withoutWords], 'document');

      expect(Math.hypot(...(first ?? zero))).toBeCloseTo(1, 4);
      expect(others).toEqual(withoutWords.map(() => zero));
      expect(await provider.embed(withoutWords, 'query')).toEqual(withoutWords.map(() => zero));
    });

    it('takes hostile texts, the longest ones, and none at all', async () => {
      const provider = await make();
      const hostile = ['\ud800 half', 'a\u0000b', '<|endoftext|>', 'word '.repeat(10_000).slice(0, provider.maxChars)];

      const vectors = await provider.embed(hostile, 'document');

      expect(vectors.every((vector) => vector.every(Number.isFinite))).toBe(true);
      expect(await provider.embed([], 'document')).toEqual([]);
    });

    it('rejects with the reason of a signal that is aborted already', async () => {
      const provider = await make();
      const reason = new DOMException('The user moved on.', 'AbortError');

      const embedding = provider.embed(texts, 'query', { signal: AbortSignal.abort(reason) });

      await expect(embedding).rejects.toBe(reason);
    });
  });
}
