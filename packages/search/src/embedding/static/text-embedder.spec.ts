import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

import { ErrorCode } from '@lexichord/abstractions';
import fc from 'fast-check';

import { TextEmbedder } from './text-embedder.js';
import { loadWordVectors } from './word-vectors.js';

describe('loadWordVectors', () => {
  it('reads the words that come with the package, the most frequent ones first', async () => {
    const { dimensions, rows, scales, numbers } = await loadWordVectors();

    expect(dimensions).toBe(100);
    expect(rows.size).toBeGreaterThan(10_000);
    expect(scales).toHaveLength(rows.size);
    expect(numbers).toHaveLength(rows.size * dimensions);
    expect(scales.every((scale) => Number.isFinite(scale) && scale > 0)).toBe(true);
    expect(rows.rowOf('and')).toBeGreaterThanOrEqual(0);
    expect(rows.rowOf('password')).toBeGreaterThan(rows.rowOf('and'));
    expect(rows.rowOf('xqzzy')).toBe(-1);
  });

  describe('with another file', () => {
    let folder: string;

    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'lexichord-vectors-'));
    });
    afterEach(() => rm(folder, { recursive: true }));

    const loadFrom = async (content: Buffer): Promise<unknown> => {
      const path = join(folder, 'word-vectors.bin');
      await writeFile(path, content);
      return loadWordVectors(pathToFileURL(path)).catch((error: unknown) => error);
    };

    it.each([0, 5, 13, 200, 50_000, -1])('refuses the first %d bytes of it', async (end) => {
      const whole = await readFile(new URL('../../../assets/word-vectors.bin', import.meta.url));

      expect(await loadFrom(whole.subarray(0, end))).toMatchObject({ code: ErrorCode.embeddingFailed });
    });

    it.each(['PNG\u0000', 'LXWV\u0002\u0000\u0000\u0000', 'LXWV\u0001\u0000\u0000\u0000\u0004\u0000\u0000\u0000null'])(
      'refuses a file that is something else: %j',
      async (content) => {
        expect(await loadFrom(Buffer.from(content))).toMatchObject({
          code: ErrorCode.embeddingFailed,
          message: expect.stringContaining('Install the package again') as string,
        });
      },
    );

    it('refuses a file that is not there', async () => {
      const missing = loadWordVectors(pathToFileURL(join(folder, 'none.bin')));

      await expect(missing).rejects.toMatchObject({ code: ErrorCode.embeddingFailed });
    });
  });
});

describe('TextEmbedder', () => {
  let embedder: TextEmbedder;

  beforeAll(async () => {
    embedder = new TextEmbedder(await loadWordVectors());
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
    expect(new TextEmbedder(await loadWordVectors()).embed('parse the header')).toEqual(before);
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
