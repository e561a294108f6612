import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { type ScriptProcess, ScriptProcesses } from '@lexichord/testing';

import type { Table } from './table/table.js';
import { type Note, notes } from './test-support/notes-table.js';
import { TemporaryDatabases, collect } from './test-support/temporary-database.js';

/** A process that writes rounds of rows, with the rounds that the store has acknowledged. */
interface Writer extends ScriptProcess {
  readonly name: string;
  readonly acknowledged: string[];
}

const script = new URL('./test-support/write-until-stopped.ts', import.meta.url);

describe('several processes', () => {
  const temporary = new TemporaryDatabases();
  const processes = new ScriptProcesses();
  let address: string;
  let writers: Writer[] = [];

  beforeAll(async () => {
    address = join(await temporary.folder(), 'db');
    await start('warm-up', 0).exited;
  });

  afterAll(() => processes.dispose());

  beforeEach(async () => {
    address = join(await temporary.folder(), 'db');
    writers = [];
  });

  afterEach(async () => {
    await processes.kill();
    await temporary.dispose();
  });

  const start = (name: string, rounds: number, onRound: (writer: Writer) => void = () => undefined): Writer => {
    const acknowledged: string[] = [];
    const onLine = (line: string): void => {
      if (line !== 'ready') acknowledged.push(line);
      onRound(writer);
    };
    const writer: Writer = {
      ...processes.start(script, [address, name, String(rounds)], { onLine }),
      name,
      acknowledged,
    };
    writers.push(writer);
    return writer;
  };

  const idsOf = async (table: Table<Note>): Promise<readonly string[]> =>
    (await collect(table.scan({ columns: ['id'] }))).map(({ id }) => id);

  const expected = (writer: Writer): string[] =>
    writer.acknowledged.flatMap((round) =>
      Array.from({ length: 25 }, (_, index) => `${writer.name}-${round}-${index}`),
    );

  it('lose no row and double none', async () => {
    const rounds = 6;
    for (const name of ['a', 'b', 'c']) start(name, rounds);

    await Promise.all(writers.map(({ exited }) => exited));

    expect(writers.map(({ child, acknowledged }) => [child.exitCode, acknowledged.length])).toEqual([
      [0, 6],
      [0, 6],
      [0, 6],
    ]);
    const ids = await idsOf(await temporary.openAt(address).table(notes));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(3 * rounds * 25 + 4 * 5);
  });

  it('leave a store that can be read and written when they are killed in the middle', async () => {
    const killAfter = [
      { rounds: 3, ms: 1 },
      { rounds: 5, ms: 7 },
      { rounds: 8, ms: 3 },
    ];
    killAfter.forEach(({ rounds, ms }, index) => {
      start(`writer${index}`, 100_000, (writer) => {
        // In the middle of the next round, or of optimizing after five.
        if (writer.acknowledged.length === rounds) void wait(ms).then(() => writer.child.kill('SIGKILL'));
      });
    });

    await Promise.all(writers.map(({ exited }) => exited));

    const database = temporary.openAt(address);
    expect(writers.map(({ child }) => child.signalCode)).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL']);
    expect(await database.inspect()).toMatchObject([{ name: 'notes', health: 'ok' }]);
    const table = await database.table(notes);
    const ids = await idsOf(table);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(writers.flatMap(expected)));
    await table.upsert([{ id: 'after', tokens: 'survivor' }]);
    await table.optimize();
    expect(await table.textSearch(['survivor'], { column: 'tokens', limit: 3, columns: ['id'] })).toMatchObject([
      { row: { id: 'after' } },
    ]);
  });
});
