import fc from 'fast-check';

import { column } from '../schema/column.js';
import { defineTable } from '../schema/table-schema.js';
import { type BackupRow, readBackup, writeBackup } from './backup-file.js';

const description = { kind: 'memory', madeAtMs: 1_764_000_000_000 };

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  for (const item of items) yield await Promise.resolve(item);
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function write(rows: readonly BackupRow[]): Promise<string> {
  return (await collect(writeBackup(description, each(rows)))).join('');
}

const tables = ['a', 'b'].map((name) =>
  defineTable({
    name,
    version: 1,
    columns: { key: column.string(), text: column.optional(column.string()), line: column.optional(column.int32()) },
    key: 'key',
    derived: false,
  }),
);

const read = (text: string, kind = 'memory'): Promise<BackupRow[]> =>
  collect(readBackup(each([Buffer.from(text)]), { kind, tables }));

const twoRows: readonly BackupRow[] = [
  { table: 'a', row: { key: '1', text: 'first' } },
  { table: 'b', row: { key: '2', line: 7 } },
];

describe('a backup file', () => {
  it('gives back every row as it was, in any pieces', async () => {
    const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.constant('\ud800\u2028\r'));
    const anyRow = fc.record({
      table: fc.constantFrom('a', 'b'),
      row: fc.record({ key: anyText, text: anyText, line: fc.integer() }, { requiredKeys: ['key'] }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow), fc.integer({ min: 1, max: 50 }), async (rows, size) => {
        const bytes = Buffer.from(await write(rows));
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.subarray(index * size, (index + 1) * size),
        );

        expect(JSON.stringify(await collect(readBackup(each(pieces), { kind: 'memory', tables })))).toBe(
          JSON.stringify(rows),
        );
      }),
      { numRuns: 50 },
    );
  });

  it('is refused wherever it was cut off', async () => {
    const text = await write(twoRows);

    for (let end = 0; end < text.length - 1; end += 1) {
      await expect(read(text.slice(0, end))).rejects.toMatchObject({ code: 'invalid-argument' });
    }
  });

  it('is refused with any letter changed', async () => {
    const text = await write(twoRows);

    for (let index = 0; index < text.length - 1; index += 1) {
      const other = text[index] === 'x' ? 'y' : 'x';
      const changed = text.slice(0, index) + other + text.slice(index + 1);
      await expect(read(changed)).rejects.toMatchObject({ code: 'invalid-argument' });
    }
  });

  it.each([
    ['of another feature', (text: string) => text, 'knowledge', 'is a backup of "memory"'],
    ['of a newer format', (text: string) => text.replace('"format":1', '"format":9'), 'memory', 'it has format 9'],
    ['with something behind its end', (text: string) => `${text}{}\n`, 'memory', 'there is text after its end'],
    [
      'with a row that its table does not have',
      (text: string) => text.replace('"line":7', '"line":"7"'),
      'memory',
      'line 3 is not a row of table "b": its "line"',
    ],
    ['that is something else', () => '{"role":"user"}\n', 'memory', 'does not begin as one'],
  ])('is refused %s', async (_what, change, kind, problem) => {
    await expect(read(change(await write(twoRows)), kind)).rejects.toThrow(problem);
  });
});
