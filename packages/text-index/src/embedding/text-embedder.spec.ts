import { readFile } from 'node:fs/promises';

import fc from 'fast-check';

import { type TextEmbedder, createTextEmbedder } from './text-embedder.js';
import { type WordVectors, parseWordVectors } from './word-vectors.js';

/** Those that `search` embeds with. */
async function wordVectors(): Promise<WordVectors> {
  return parseWordVectors(await readFile(new URL('../../../search/assets/word-vectors.bin', import.meta.url)));
}

describe('createTextEmbedder', () => {
  let embedder: TextEmbedder;

  beforeAll(async () => {
    embedder = createTextEmbedder(await wordVectors());
  });

  const similarity = (a: string, b: string): number => {
    const [first, second] = [embedder.embed(a), embedder.embed(b)];
    return first.reduce((sum, value, index) => sum + value * (second[index] ?? 0), 0);
  };

  it('gives vectors of length 1, or 0 for a text without words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
        const length = Math.hypot(...embedder.embed(text));

        expect(length === 0 || Math.abs(length - 1) < 1e-5).toBe(true);
      }),
      { numRuns: 300 },
    );
    expect([...embedder.embed('the of a !')].every((value) => value === 0)).toBe(true);
  });

  it('gives a vector of length 1 also where words have no meaning of their own', () => {
    for (const text of ['qzxv', 'ab', '漢字', 'xqjw_zzkq'])
      expect(Math.hypot(...embedder.embed(text))).toBeCloseTo(1, 5);
  });

  it('gives the same text the same vector, whatever came before it', async () => {
    const before = embedder.embed('parse the header');
    embedder.embed(Array.from({ length: 50_100 }, (_, number) => `w${number.toString(36)}q`).join(' '));

    expect(embedder.embed('parse the header')).toEqual(before);
    expect(createTextEmbedder(await wordVectors()).embed('parse the header')).toEqual(before);
  });

  it.each([
    ['car', 'vehicle', 'banana'],
    ['delete the file', 'remove a document', 'paint the wall'],
    ['getUserName', 'fetch the name of the user', 'draw a circle'],
    ['authentication', 'login password', 'weather forecast'],
  ])('finds %j nearer to %j than to %j', (text, related, unrelated) => {
    expect(similarity(text, related)).toBeGreaterThan(similarity(text, unrelated));
  });

  it.each([
    ['authentcation', 'authentication', 'configuration'],
    ['getUserNmae', 'getUserName', 'setColorMode'],
    ['reciever', 'receiver', 'scheduler'],
  ])('finds the misspelt %j nearer to %j than to %j', (misspelt, meant, other) => {
    expect(similarity(misspelt, meant)).toBeGreaterThan(similarity(misspelt, other));
  });

  it('counts a word that is repeated more, and not in proportion', () => {
    const mixed = 'cache network';
    const alone = similarity('cache', mixed);
    const repeated = similarity('cache', `${'cache '.repeat(5)}network`);

    expect(repeated).toBeGreaterThan(alone);
    expect(repeated).toBeLessThan(0.999);
  });
});
