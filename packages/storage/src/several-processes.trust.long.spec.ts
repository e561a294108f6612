import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

import type { Table } from './table/table.js';
import { type Note, notes } from './test-support/notes-table.js';
import { TemporaryDatabases, collect } from './test-support/temporary-database.js';

/** A process that writes rounds of rows, with the rounds that the store has acknowledged. */
interface Writer {
  readonly name: string;
  readonly child: ChildProcess;
  readonly exited: Promise<unknown>;
  readonly acknowledged: string[];
}

const support = new URL('./test-support/', import.meta.url);

describe('several processes', () => {
  const temporary = new TemporaryDatabases();
  let compiled: string;
  let address: string;
  let writers: Writer[] = [];

  beforeAll(async () => {
    compiled = await mkdtemp(join(tmpdir(), 'lexichord-compiled-'));
    address = join(compiled, 'db');
    await start('warm-up', 0).exited;
  });

  afterAll(() => rm(compiled, { recursive: true, force: true }));

  beforeEach(async () => {
    address = join(await temporary.folder(), 'db');
    writers = [];
  });

  afterEach(async () => {
    for (const { child } of writers) child.kill('SIGKILL');
    await Promise.all(writers.map(({ exited }) => exited));
    await temporary.dispose();
  });

  const start = (name: string, rounds: number, onRound: (writer: Writer) => void = () => undefined): Writer => {
    const loader = new URL('fixtures/typescript-loader.mjs', support).href;
    const script = new URL('write-until-stopped.ts', support).pathname;
    const flags = ['--no-warnings', '--conditions=@lexichord/source', '--import', loader];
    const child = spawn(process.execPath, [...flags, script, address, name, String(rounds)], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '', LEXICHORD_COMPILED: compiled },
    });
    const writer: Writer = { name, child, exited: once(child, 'close'), acknowledged: [] };
    createInterface(child.stdout).on('line', (line) => {
      if (line !== 'ready') writer.acknowledged.push(line);
      onRound(writer);
    });
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
