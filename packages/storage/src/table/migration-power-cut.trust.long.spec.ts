import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import {
  type PowerCut,
  PowerCuts,
  type RecordedDisk,
  ScriptProcesses,
  describeTraced,
  isFullRun,
  seededNumbers,
} from '@lexichord/testing';

import { TemporaryDatabases, collect } from '../test-support/temporary-database.js';
import { versionedTable } from '../test-support/versioned-table.js';

const script = new URL('../test-support/keep-row.ts', import.meta.url);

/** Disks that are looked at when not all of them are. */
const sampleSize = 60;

describeTraced('a power cut while a table is brought to a newer version', ({ disk }) => {
  const temporary = new TemporaryDatabases();
  const processes = new ScriptProcesses();
  let recorded: RecordedDisk;
  const acknowledgedAt: number[] = [];

  beforeAll(async () => {
    recorded = disk(await temporary.folder());
    for (const [version, id] of ['1a', '1b', '2c']) {
      const { argv, environment } = processes.commandLine(script, [join(recorded.root, 'db'), version ?? '', id ?? '']);
      const { exitCode, stderr, answeredAt } = await recorded.run(argv, { environment });
      expect([exitCode, stderr]).toEqual([0, '']);
      acknowledgedAt.push(answeredAt);
    }
  });

  afterAll(async () => {
    await processes.dispose();
    await temporary.dispose();
  });

  it('leaves every row that was acknowledged, and the next one finishes it', async () => {
    const cuts = new PowerCuts(recorded.operations);
    const random = seededNumbers(52);
    const [, before = 0] = acknowledgedAt;
    const all: { readonly cut: PowerCut; readonly order: number }[] = [];
    for (let point = before; point <= recorded.operations.length; point += 1) {
      for (const cut of cuts.cutsAt(point, random)) all.push({ cut, order: random() });
    }
    const tried = isFullRun() ? all : all.sort((a, b) => a.order - b.order).slice(0, sampleSize);
    const wrong: unknown[] = [];
    for (const { cut } of tried) {
      const ids = (await idsAfter(cuts, cut)).join(' ');
      const isAcknowledged = cut.point >= (acknowledgedAt[2] ?? 0);
      if (ids !== 'a b c' && (isAcknowledged || ids !== 'a b')) wrong.push({ ids, ...cut });
    }

    expect(wrong).toEqual([]);
  });

  /** Ids in the table, or what is wrong with it. */
  async function idsAfter(cuts: PowerCuts, cut: PowerCut): Promise<readonly string[]> {
    const folder = join(await temporary.folder(), 'disk');
    mkdirSync(folder);
    cuts.diskAfter(cut).writeTo(folder);
    const database = temporary.openAt(join(folder, 'db'));
    try {
      const table = await database.table(versionedTable(2));
      const ids = (await collect(table.scan({ columns: ['id'] }))).map(({ id }) => id).sort();
      const reports = await database.inspect();
      return [...ids, ...reports.filter(({ health }) => health !== 'ok').map(({ problem }) => problem)];
    } catch (error) {
      return [String(error)];
    } finally {
      await database.dispose();
      rmSync(folder, { recursive: true });
    }
  }
});
