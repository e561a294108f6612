import type { ListedFile } from '@lexichord/abstractions';
import fc from 'fast-check';
import { setImmediate } from 'node:timers/promises';

import { type Amount, inBatches } from './in-batches.js';
import { readAhead } from './read-files.js';
import { takeAhead } from './update-plan.js';

function files(sizes: readonly number[]): readonly ListedFile[] {
  return sizes.map((sizeBytes, index) => ({
    relativePath: `${index}.md`,
    sizeBytes,
    modifiedMs: 0,
    language: 'markdown',
  }));
}

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (const item of items) yield await Promise.resolve(item);
}

describe('readAhead', () => {
  it('gives all files in their order, whichever is read first, and never holds more than the limits', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ sizeBytes: fc.nat(40), turns: fc.nat(5), pause: fc.nat(3) }), { maxLength: 60 }),
        async (given) => {
          const limits = { filesAtOnce: 4, files: 9, bytes: 50 };
          const listed = files(given.map(({ sizeBytes }) => sizeBytes));
          const held = new Set<ListedFile>();
          let reading = 0;
          const read = async (file: ListedFile): Promise<ListedFile> => {
            held.add(file);
            reading += 1;
            const bytes = [...held].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
            expect(held.size === 1 || bytes <= limits.bytes).toBe(true);
            // One more than the limit is with whoever took it last.
            expect(held.size).toBeLessThanOrEqual(limits.files + 1);
            expect(reading).toBeLessThanOrEqual(limits.filesAtOnce);
            for (let turn = given[listed.indexOf(file)]?.turns ?? 0; turn > 0; turn -= 1) await setImmediate();
            reading -= 1;
            return file;
          };

          const taken: ListedFile[] = [];
          for await (const file of readAhead(each(listed), read, limits)) {
            held.delete(file);
            taken.push(file);
            for (let pause = given[listed.indexOf(file)]?.pause ?? 0; pause > 0; pause -= 1) await setImmediate();
          }

          expect(taken).toEqual(listed);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('reads a file that alone is above the limit, and rejects with the first failure in order', async () => {
    const limits = { filesAtOnce: 2, files: 2, bytes: 10 };
    const seen: string[] = [];
    const work = async (): Promise<void> => {
      for await (const { relativePath } of readAhead(
        each(files([3, 90, 80, 1])),
        (file) => (file.sizeBytes === 80 ? Promise.reject(new Error('No.')) : Promise.resolve(file)),
        limits,
      )) {
        seen.push(relativePath);
      }
    };

    await expect(work()).rejects.toThrow('No.');
    expect(seen).toEqual(['0.md', '1.md']);
  });
});

describe('inBatches', () => {
  it('keeps the order and everything; a batch is full when it reaches one of the sizes', async () => {
    const batches: (readonly number[])[] = [];
    const sizes = [1, 1, 1, 1, 9, 30, 2, 2];
    const items = readAhead(each(files(sizes)), ({ sizeBytes }) => Promise.resolve(sizeBytes), {
      filesAtOnce: 2,
      files: 2,
      bytes: 100,
    });
    for await (const batch of inBatches(items, { files: 3, bytes: 10 }, (bytes) => ({ files: 1, bytes }))) {
      batches.push(batch);
    }

    expect(batches).toEqual([[1, 1, 1], [1, 9], [30], [2, 2]]);
  });

  it('can grow with what was taken before', async () => {
    const amountOf = (bytes: number): Amount => ({ files: 1, bytes });
    const batches: number[] = [];
    const growing = ({ files: before }: Amount): Amount => ({ files: Math.max(1, Math.min(4, before)), bytes: 1_000 });
    const items = (async function* () {
      for await (const { sizeBytes } of each(files([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]))) yield sizeBytes;
    })();
    for await (const batch of inBatches(items, growing, amountOf)) batches.push(batch.length);

    expect(batches).toEqual([1, 1, 2, 4, 4, 1]);
  });
});

describe('takeAhead', () => {
  it('takes everything while nobody asks for it, and keeps the order', async () => {
    const sizes = Array.from({ length: 200 }, (_unused, index) => index);
    const taken: number[] = [];
    const items = takeAhead(
      (async function* () {
        for await (const size of each(sizes)) {
          taken.push(size);
          yield size;
        }
      })(),
    );

    expect((await items.next()).value).toBe(0);
    await setImmediate();

    expect(taken).toEqual(sizes);
    const rest: number[] = [];
    for await (const size of items) rest.push(size);
    expect(rest).toEqual(sizes.slice(1));
  });

  it('rejects with what the items fail with, and ends them when nobody wants them any more', async () => {
    const failing = takeAhead(
      (async function* () {
        yield* each([1]);
        throw new RangeError('No more.');
      })(),
    );
    await expect(
      (async () => {
        for await (const item of failing) expect(item).toBe(1);
      })(),
    ).rejects.toThrow(new RangeError('No more.'));

    const ended = jest.fn();
    const endless = takeAhead(
      (async function* () {
        try {
          for (;;) yield await setImmediate(1);
        } finally {
          ended();
        }
      })(),
    );
    await endless.next();
    await endless.return(undefined);
    await setImmediate();
    await setImmediate();

    expect(ended).toHaveBeenCalledTimes(1);
  });
});
