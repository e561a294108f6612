import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { type ScriptProcess, ScriptProcesses, isFullRun, seededNumbers } from '@lexichord/testing';

import { tableFolder } from '../database/table-files.js';
import { atLeast } from '../predicates/predicate.js';
import { numbered, numberedRows } from '../test-support/numbered-table.js';
import { TemporaryDatabases } from '../test-support/temporary-database.js';

/** Flips of each list that are looked at. Each takes some 30 ms. */
const sampleSize = isFullRun() ? 5_000 : 150;

describe('one flipped bit in a list of deleted rows', () => {
  const temporary = new TemporaryDatabases();
  const processes = new ScriptProcesses();

  afterAll(async () => {
    await processes.dispose();
    await temporary.dispose();
  });

  /** @returns how often each outcome was there; a process that is ended by a signal fails the test */
  async function outcomesOf(kind: 'arrow' | 'bin', durability: 'full' | 'normal'): Promise<Record<string, number>> {
    const address = join(await temporary.folder(), 'db');
    const table = await temporary.openAt(address, { batchSize: 10_000, durability }).table(numbered);
    const kept = 300;
    await table.upsert(numberedRows(kind === 'bin' ? 9_000 : 600));
    await table.deleteWhere(atLeast('number', kept));
    const folder = join(tableFolder(address, 'numbered'), '_deletions');
    const [name = ''] = await readdir(folder);
    expect(name.endsWith(kind)).toBe(true);
    const reading = new FlippedReading(processes, address, join(folder, name));
    const { size } = await stat(join(folder, name));

    const random = seededNumbers(57);
    const outcomes: Record<string, number> = {};
    for (let flip = 0; flip < sampleSize; flip += 1) {
      const outcome = await reading.read(Math.floor(random() * size), Math.floor(random() * 8));
      const isTruth = Number(outcome) === (kept * (kept - 1)) / 2;
      const told = Number.isNaN(Number(outcome)) ? outcome : isTruth ? 'truth' : 'other rows';
      outcomes[told] = (outcomes[told] ?? 0) + 1;
    }
    return outcomes;
  }

  it.each(['arrow', 'bin'] as const)('is always seen where commits are flushed: %s', async (kind) => {
    expect(await outcomesOf(kind, 'full')).toEqual({ damaged: sampleSize });
  });

  it('is always seen in a bitmap that nobody has a sum of', async () => {
    expect(await outcomesOf('bin', 'normal')).toEqual({ damaged: sampleSize });
  });

  it('ends no process where nobody has a sum of the list: it is seen, changes nothing, or changes which rows are deleted', async () => {
    const outcomes = await outcomesOf('arrow', 'normal');

    // Some 23 in 100 have other rows deleted, which only a sum shows; `other` is an error of the library's that names no cause.
    expect(['damaged', 'other', 'other rows', 'truth']).toEqual(expect.arrayContaining(Object.keys(outcomes)));
  });
});

/** A child process that reads with flipped bits: the store's library may end a process. */
class FlippedReading {
  private readonly process: ScriptProcess;
  private onLine: (line: string) => void = () => undefined;

  constructor(processes: ScriptProcesses, address: string, file: string) {
    const script = new URL('../test-support/read-flipped-deletions.ts', import.meta.url);
    this.process = processes.start(script, [address, file], {
      // The library writes a page for each panic, which is an error to its caller.
      limits: 'exec 2>/dev/null',
      onLine: (line) => this.onLine(line),
    });
  }

  async read(byte: number, bit: number): Promise<string> {
    const line = new Promise<string>((resolve) => (this.onLine = resolve));
    this.process.child.stdin.write(`${byte} ${bit}\n`);
    const answer = await Promise.race([line, this.process.exited]);
    expect({ byte, bit, answer }).toEqual({ byte, bit, answer: expect.any(String) as unknown });
    return answer as string;
  }
}
