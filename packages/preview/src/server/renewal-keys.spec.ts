import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { type FakeRuntime, aRuntime } from '../hub/test-support/a-runtime.js';
import { RenewalKeys } from './renewal-keys.js';

const minute = 60_000;

describe('renewal keys', () => {
  let runtime: FakeRuntime;
  let folder: string;

  beforeEach(() => {
    runtime = aRuntime();
    folder = join(runtime.workspaceRoot, '.lexichord/serving');
  });
  afterEach(() => runtime.dispose());

  const start = async (port: number): Promise<RenewalKeys> => {
    const keys = new RenewalKeys(runtime, port);
    await keys.takeOver();
    return keys;
  };

  it('are known to the next panel on their port, and to no other', async () => {
    const first = await start(4_747);
    const second = await start(4_747);
    const elsewhere = await start(4_748);

    expect(await second.readKeys()).toEqual([second.own, first.own]);
    expect(await elsewhere.readKeys()).toEqual([elsewhere.own]);
    expect(second.own.key).not.toBe(first.own.key);
    expect(readdirSync(folder).sort()).toEqual(['renewal-4747.json', 'renewal-4748.json']);
    expect(statSync(join(folder, 'renewal-4747.json')).mode & 0o777).toBe(0o600);
  });

  it('are not said to be unknown before it has been looked', async () => {
    const first = await start(4_747);
    const second = new RenewalKeys(runtime, 4_747);

    const taking = second.takeOver();
    const known = second.readKeys();

    expect(await known).toEqual([second.own, first.own]);
    await taking;
  });

  it('are forgotten ten minutes after their panel was there last, however long it was', async () => {
    const first = await start(4_747);
    runtime.clock.advance(60 * minute);
    await first.keep();
    runtime.clock.advance(9 * minute);
    const second = await start(4_747);
    const known = (await second.readKeys()).length;
    runtime.clock.advance(minute);

    expect([known, await second.readKeys()]).toEqual([2, [second.own]]);
    await second.keep();
    expect(await (await start(4_747)).readKeys()).toHaveLength(2);
  });

  it('are few', async () => {
    for (let count = 0; count < 20; count += 1) await start(4_747);

    expect(await (await start(4_747)).readKeys()).toHaveLength(8);
  });

  it('of ports on which no panel has been for a while are removed', async () => {
    await start(4_747);
    runtime.clock.advance(11 * minute);
    await start(4_748);

    expect(readdirSync(folder)).toEqual(['renewal-4748.json']);
  });

  const changes: readonly (readonly [string, (path: string) => void])[] = [
    ['that others may read', (path) => chmodSync(path, 0o640)],
    ['that is a link', (path) => moveAndLink(path)],
    ['that is no JSON', (path) => writeFileSync(path, '{')],
    ['of another form', (path) => writeFileSync(path, '{"version":1,"keys":[{}]}')],
    ['that is huge', (path) => writeFileSync(path, ' '.repeat(1e6))],
  ];
  it.each(changes)('are not taken from a file %s, and begin anew', async (_what, change) => {
    await start(4_747);
    change(join(folder, 'renewal-4747.json'));
    const second = await start(4_747);

    expect(await second.readKeys()).toEqual([second.own]);
    expect(await (await start(4_747)).readKeys()).toHaveLength(2);
  });

  it('are not kept behind a link in place of the folder', async () => {
    const elsewhere = join(runtime.workspaceRoot, 'elsewhere');
    mkdirSync(elsewhere);
    mkdirSync(join(runtime.workspaceRoot, '.lexichord'));
    symlinkSync(elsewhere, folder);

    await expect(start(4_747)).rejects.toMatchObject({ code: 'io-failed' });
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  function moveAndLink(path: string): void {
    const target = `${path}.real`;
    writeFileSync(target, readFileSync(path), { mode: 0o600 });
    unlinkSync(path);
    symlinkSync(target, path);
  }
});
