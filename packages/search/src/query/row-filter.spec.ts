import type { IndexedFile } from '../corpus/chunk-record.js';
import { RowFilter } from './row-filter.js';

/** Files of two folders. */
function filesOf(counts: Readonly<Record<string, number>>): ReadonlyMap<string, IndexedFile> {
  const entries = Object.entries(counts).flatMap(([folder, count]) =>
    Array.from(
      { length: count },
      (_, number) => [`${folder}/${number}.ts`, { chunksHash: 'now', modifiedMs: 0 }] as const,
    ),
  );
  return new Map(entries);
}

describe('RowFilter', () => {
  it('accepts rows of the files as they are, and no others', () => {
    const { accepts, where } = new RowFilter({}, filesOf({ src: 1 }));

    expect(where).toBeUndefined();
    expect([
      accepts({ filePath: 'src/0.ts', chunksHash: 'now' }),
      accepts({ filePath: 'src/0.ts', chunksHash: 'before' }),
      accepts({ filePath: 'gone.ts', chunksHash: 'now' }),
    ]).toEqual([true, false, false]);
  });

  it.each([
    ['few files', { src: 3_000, docs: 2 }, { op: 'one-of', values: ['docs/0.ts', 'docs/1.ts'] }],
    ['all but few', { src: 2, docs: 3_000 }, { op: 'not', part: { op: 'one-of', values: ['src/0.ts', 'src/1.ts'] } }],
    ['many, of many', { src: 3_000, docs: 3_000 }, undefined],
  ])('has the tables choose %s where they can', (_what, counts, expected) => {
    const { accepts, where } = new RowFilter({ paths: ['docs'] }, filesOf(counts));

    if (expected === undefined) expect(where).toBeUndefined();
    else expect(where).toMatchObject({ op: 'and', parts: [expected] });
    expect(['docs/0.ts', 'src/0.ts'].map((filePath) => accepts({ filePath, chunksHash: 'now' }))).toEqual([
      true,
      false,
    ]);
  });
});
