import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { listProcesses } from './list-processes.js';
import type { ProcessRecord } from './process-record.js';
import { aRecord, writeRecord, writeStray } from './test-support/a-record.js';

describe('listProcesses', () => {
  let state: string;

  beforeEach(() => {
    state = mkdtempSync(join(tmpdir(), 'lexichord-serving-'));
  });
  afterEach(() => rmSync(state, { recursive: true, force: true }));

  it('finds nobody where there is no folder, and makes none', async () => {
    expect(await listProcesses(join(state, 'absent'))).toEqual([]);
    expect(await listProcesses(state)).toEqual([]);
    expect(existsSync(join(state, 'serving'))).toBe(false);
  });

  it('finds the processes that run, by their ids', async () => {
    const records = [aRecord({ port: 9 }), aRecord({ port: 10 }), aRecord({ pid: 1, port: 8, kind: 'index' })];
    for (const record of records) writeRecord(state, record);
    writeStray(state, 'renewal-4747.json', '{}');
    writeStray(state, '1-8.json.tmp', JSON.stringify(aRecord()));

    expect(await listProcesses(state)).toEqual([records[2], records[0], records[1]]);
  });

  it('forgets a process that has ended', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    const path = writeRecord(state, aRecord({ pid }));

    expect(await listProcesses(state)).toEqual([]);
    expect(existsSync(path)).toBe(false);
  });

  it('leaves the record of a process in another place, such as a container or another machine', async () => {
    // Nothing runs here under this id.
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    const here = { host: 'here', boot: 'boot-2', space: 'pid:[1] net:[1]' };
    const places = [
      { ...here, space: 'pid:[2] net:[1]' },
      { ...here, space: 'pid:[1] net:[2]' },
      { ...here, host: 'elsewhere', boot: 'boot-1' },
      { host: 'here', space: 'darwin' },
    ];
    const paths = places.map((place, index) => writeRecord(state, aRecord({ pid, port: index + 1, place })));

    expect(await listProcesses(state, here)).toEqual([]);
    expect(paths.map((path) => existsSync(path))).toEqual([true, true, true, true]);
  });

  it('forgets a process that has ended here, or that ran before the machine was started anew', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    const here = { host: 'here', boot: 'boot-2', space: 'pid:[1] net:[1]' };
    const records = [
      aRecord({ pid, port: 1, place: here }),
      aRecord({ port: 2, place: { ...here, boot: 'boot-1', space: 'pid:[2] net:[2]' } }),
      aRecord({ port: 3, place: here }),
    ];
    const paths = records.map((record) => writeRecord(state, record));

    expect(await listProcesses(state, here)).toEqual([records[2]]);
    expect(paths.map((path) => existsSync(path))).toEqual([false, false, true]);
  });

  it('finds a process however many records of other places there are', async () => {
    for (let port = 1; port <= 40; port += 1) {
      writeRecord(state, aRecord({ pid: 1, port, place: { host: 'gone', boot: 'boot-1', space: 'pid:[9] net:[9]' } }));
    }
    const record = aRecord();
    writeRecord(state, record);

    expect(await listProcesses(state)).toEqual([record]);
  });

  const hostile: readonly (readonly [string, (folder: string) => void])[] = [
    ['a link to a record', (folder) => place(folder, (path) => moveAndLink(path, `${folder}/real.json`))],
    ['a folder', (folder) => mkdirSync(join(folder, 'serving', `${process.pid}-4747.json`), { recursive: true })],
    ['a file that others may read', (folder) => place(folder, (path) => chmodSync(path, 0o644))],
    ['a file that others may write', (folder) => place(folder, (path) => chmodSync(path, 0o622))],
    ['a huge file', (folder) => place(folder, (path) => writeFileSync(path, `${' '.repeat(9e6)}{}`, { mode: 0o600 }))],
    [
      'a record under another name',
      (folder) => place(folder, (path) => renameSync(path, `${folder}/serving/9-9.json`)),
    ],
  ];
  it.each(hostile)('passes over %s', async (_what, make) => {
    make(state);

    expect(await listProcesses(state)).toEqual([]);
  });

  const odd: readonly (readonly [string, string])[] = [
    ['no JSON', '{'],
    ['nothing', 'null'],
    ['no object', '[]'],
    ['another version', JSON.stringify({ ...aRecord(), version: 2 })],
    ['a host', JSON.stringify({ ...aRecord(), host: 'example.com' })],
    ['a path for a secret', JSON.stringify(aRecord({ secret: '../'.repeat(14) + 'a' }))],
    ['a secret with a line end', JSON.stringify(aRecord({ secret: `${'s'.repeat(42)}\n` }))],
    ['an unknown kind', JSON.stringify({ ...aRecord(), kind: 'shell' })],
    ['a process group', JSON.stringify(aRecord({ pid: -1 }))],
    ['no port', JSON.stringify(aRecord({ port: 0 }))],
    ['a port with a fraction', JSON.stringify(aRecord({ port: 1.5 }))],
    ['__proto__', `{"__proto__":${JSON.stringify(aRecord())}}`],
  ];
  it.each(odd)('passes over a record that says %s', async (_what, content) => {
    writeRecord(state, aRecord(), { content });

    expect(await listProcesses(state)).toEqual([]);
  });

  it('follows no link in place of the folder', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'lexichord-elsewhere-'));
    writeRecord(elsewhere, aRecord());
    symlinkSync(join(elsewhere, 'serving'), join(state, 'serving'));

    expect(await listProcesses(state)).toEqual([]);
    rmSync(elsewhere, { recursive: true });
  });

  it('looks at no more records than anybody has', async () => {
    for (let port = 1; port <= 40; port += 1) writeRecord(state, aRecord({ port }));

    expect(await listProcesses(state)).toHaveLength(32);
  });

  function place(folder: string, change: (path: string) => void): ProcessRecord {
    const record = aRecord();
    change(writeRecord(folder, record));
    return record;
  }

  function moveAndLink(path: string, target: string): void {
    renameSync(path, target);
    symlinkSync(target, path);
  }
});
