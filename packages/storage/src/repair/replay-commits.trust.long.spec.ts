import { cp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { TableRepair } from '@lexichord/abstractions';
import { SystemClock } from '@lexichord/platform';
import { SequentialIdSource, isFullRun, seededNumbers } from '@lexichord/testing';

import { listManifests, tableFolder } from '../database/table-files.js';
import { equals } from '../predicates/predicate.js';
import { column } from '../schema/column.js';
import { defineTable } from '../schema/table-schema.js';
import type { Table } from '../table/table.js';
import { TemporaryDatabases, collect } from '../test-support/temporary-database.js';
import { repairDatabase } from './repair-database.js';

const words = defineTable({
  name: 'words',
  version: 1,
  columns: { id: column.string(), text: column.string() },
  key: 'id',
  derived: false,
  checksummed: true,
});
type Words = Table<{ readonly id: string; readonly text: string }>;

/** Flipped bits that are tried; in a full run all of them. */
const sampledFlips = 150;
/** Runs of random commits; ten times as many in a full run. */
const sampledRuns = 6;
const commitsPerRun = 16;
const keys = 12;

describe('any newest manifest that is damaged', () => {
  const temporary = new TemporaryDatabases();

  afterEach(() => temporary.dispose());

  async function repair(root: string): Promise<TableRepair> {
    const services = { clock: new SystemClock(), idSource: new SequentialIdSource(), logger: temporary.logger };
    const [report] = await repairDatabase({ address: root }, services, { derivedTables: {} });
    return report!;
  }

  async function read(root: string): Promise<readonly string[]> {
    const database = temporary.openAt(root);
    const table = await database.existingTable(words);
    const rows = table === undefined ? [] : await collect(table.scan());
    await database.dispose();
    return rows.map(({ id, text }) => `${id} ${text}`).sort();
  }

  it('gives back every row, and none that was deleted, whichever bit of it was flipped', async () => {
    const root = await temporary.folder();
    const table: Words = await temporary.openAt(root).table(words);
    for (const id of ['a', 'b', 'c'])
      await table.upsert([
        { id: 'head', text: id },
        { id, text: 'text' },
      ]);
    await table.deleteWhere(equals('id', 'b'));
    await table.upsert([{ id: 'd', text: 'text' }]);
    const truth = await read(root);
    const [newest] = await listManifests(tableFolder(root, words.name));
    const whole = await readFile(newest!.path);
    const start = Number(whole.readBigInt64LE(whole.length - 16));
    const random = seededNumbers(59);
    const bits = (whole.length - start) * 8;
    const step = isFullRun() ? 1 : Math.floor(bits / sampledFlips);
    const wrong: string[] = [];
    for (let first = 0; first + step <= bits; first += step) {
      const bit = start * 8 + first + Math.floor(random() * step);
      const copy = join(await temporary.folder(), 'db');
      await cp(root, copy, { recursive: true });
      const bytes = Buffer.from(whole);
      bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      await writeFile(newest!.path.replace(root, copy), bytes);

      const { action } = await repair(copy);

      if (!['recovered', 'none'].includes(action)) wrong.push(`${action} with bit ${bit}`);
      if ((await read(copy)).join() !== truth.join()) wrong.push(`other rows with bit ${bit}`);
      await rm(copy, { recursive: true });
    }

    expect(wrong).toEqual([]);
  });

  it('gives back what any commits have stored, of whichever writers, however many are lost', async () => {
    const random = seededNumbers(60);
    const draw = (count: number): number => Math.floor(random() * count);
    const row = (): { readonly id: string; readonly text: string } => ({ id: `k${draw(keys)}`, text: `t${draw(1e6)}` });
    const commit = async (table: Words): Promise<unknown> => {
      const kind = draw(8);
      if (kind === 0) return table.optimize();
      if (kind < 3) return table.deleteWhere(equals('id', `k${draw(keys)}`));
      return table.upsert([...new Map([row(), row(), row()].map((one) => [one.id, one])).values()]);
    };
    for (let run = 0; run < sampledRuns * (isFullRun() ? 10 : 1); run += 1) {
      const root = await temporary.folder();
      const databases = [temporary.openAt(root), temporary.openAt(root)] as const;
      const tables = [await databases[0].table(words), await databases[1].table(words)] as const;
      for (let count = 0; count < commitsPerRun; count += 2) {
        await Promise.all(tables.map((table) => commit(table)));
      }
      for (const database of databases) await database.dispose();
      const truth = await read(root);
      const manifests = await listManifests(tableFolder(root, words.name));
      for (const { path } of manifests.slice(0, 1 + draw(manifests.length - 1))) await rm(path);

      const { action, message } = await repair(root);

      expect([run, action, message.includes('are lost')]).toEqual([run, 'recovered', false]);
      expect([run, ...(await read(root))]).toEqual([run, ...truth]);
      expect((await readdir(root)).filter((name) => name.includes('.damaged-'))).toHaveLength(1);
    }
  });
});
