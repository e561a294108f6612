import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

import { ErrorCode } from '@lexichord/abstractions';

import { loadWordVectors } from './load-word-vectors.js';

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
