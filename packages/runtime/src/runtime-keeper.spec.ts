import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { IClock, IStateFolder } from '@lexichord/abstractions';
import { developmentLicense } from '@lexichord/license';
import { IDatabase } from '@lexichord/storage';

import { RuntimeKeeper } from './runtime-keeper.js';
import type { RuntimeOptions } from './runtime-options.js';

describe('RuntimeKeeper', () => {
  let root: string;
  let keeper: RuntimeKeeper;
  let options: RuntimeOptions;

  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'lexichord-keeper-')));
    const workspaceRoot = join(root, 'workspace');
    mkdirSync(join(workspaceRoot, '.agent'), { recursive: true });
    writeFileSync(join(workspaceRoot, 'a.md'), '# A lamp\n');
    const environment = { HOME: join(root, 'home') };
    options = {
      workspaceRoot,
      environment,
      license: developmentLicense,
      configuration: { logging: { level: 'silent' } },
    };
    keeper = new RuntimeKeeper();
  });

  afterEach(async () => {
    await keeper.dispose();
    rmSync(root, { recursive: true, force: true });
  });

  const configure = (text: string): void => writeFileSync(join(options.workspaceRoot, '.agent/config.yml'), text);

  it('keeps a workspace open for the next caller, also once there is state', async () => {
    const first = await keeper.open(options);
    await first.runtime.index.update();
    await first.close();
    const second = await keeper.open(options);

    expect(second.runtime).toBe(first.runtime);
    await second.close();
  });

  it('gives two callers at once the same workspace', async () => {
    const [one, two] = await Promise.all([keeper.open(options), keeper.open(options)]);

    expect(one.runtime).toBe(two.runtime);
  });

  it.each<[string, () => unknown]>([
    ['the configuration', () => configure('search: { recent_searches: 1 }\n')],
    ['a strategy', async () => (await keeper.open(options)).runtime.switchStrategy('heading', false)],
    ['the tier', () => (options = { ...options, lowerTierTo: 'Core' })],
    ['the licence', () => (options = { ...options, license: undefined })],
    [
      'a table that another process writes to',
      () => {
        const versions = join(options.workspaceRoot, '.lexichord/db/conversation-log.lance/_versions');
        mkdirSync(versions, { recursive: true });
        writeFileSync(join(versions, '1.manifest'), '');
      },
    ],
    ['the folder of state', () => rmSync(join(options.workspaceRoot, '.lexichord'), { recursive: true })],
  ])('opens the workspace anew after a change of %s', async (_what, act) => {
    const first = await keeper.open(options);
    await first.runtime.resolve(IStateFolder).prepare();

    await act();
    const second = await keeper.open(options);

    expect(second.runtime).not.toBe(first.runtime);
  });

  it('closes a workspace that is out of date with its last user', async () => {
    const first = await keeper.open(options);
    const again = await keeper.open(options);
    configure('search: { recent_searches: 1 }\n');
    await keeper.open(options);
    const dispose = jest.spyOn(first.runtime, 'dispose');

    await first.close();
    // A second call is none.
    await first.close();
    expect(dispose).not.toHaveBeenCalled();
    await again.close();

    expect(dispose).toHaveBeenCalledTimes(1);
  });

  it('lends a workspace no more that has taken up another configuration, also when it is as before again', async () => {
    const first = await keeper.open({ ...options, watchConfiguration: true });
    const second = await keeper.open(options);
    await second.close();

    configure('context: { assembler: { default_budget: 300 } }\n');
    await first.runtime.reloadConfiguration();
    configure('');
    const third = await keeper.open(options);
    await first.close();

    expect([second.runtime === first.runtime, third.runtime === first.runtime]).toEqual([true, false]);
  });

  describe('for callers that go on', () => {
    it('lends the workspace that others have open and that follows the configuration, whatever was stored', async () => {
      const own = await keeper.open({ ...options, watchConfiguration: true });
      await own.runtime.memory.add('chat', [{ role: 'user', content: 'Paint the ferry green.' }]);
      const command = await keeper.open(options);

      const [one, two] = [await keeper.join(options), await keeper.join(options)];

      expect(command.runtime).not.toBe(own.runtime);
      expect([one?.runtime === own.runtime, two?.runtime === own.runtime]).toEqual([true, true]);
      const dispose = jest.spyOn(own.runtime, 'dispose');
      for (const opened of [own, command, one]) await opened?.close();
      expect(dispose).not.toHaveBeenCalled();
      await two?.close();
      expect(dispose).toHaveBeenCalledTimes(1);
    });

    it('opens one that follows the configuration, where the open one does not', async () => {
      const command = await keeper.open(options);
      const joined = await keeper.join(options);
      const reloaded = new Promise((resolve) => joined?.runtime.events.subscribe('ConfigurationReloaded', resolve));

      configure('context: { assembler: { default_budget: 300 } }\n');
      await reloaded;
      const next = await keeper.join(options);

      expect(joined?.runtime).not.toBe(command.runtime);
      expect(next?.runtime).not.toBe(joined?.runtime);
      for (const opened of [command, joined, next]) await opened?.close();
    });

    it('keeps it for the next one, and for commands', async () => {
      const joined = await keeper.join(options);
      await joined?.close();
      const [again, command] = [await keeper.join(options), await keeper.open(options)];

      expect([again?.runtime === joined?.runtime, command.runtime === joined?.runtime]).toEqual([true, true]);
      await again?.close();
      await command.close();
    });

    it('takes it from nobody who has other inputs', async () => {
      const joined = await keeper.join(options);

      expect(await keeper.join({ ...options, lowerTierTo: 'Core' })).toBeUndefined();
      await joined?.close();
      const lowered = await keeper.join({ ...options, lowerTierTo: 'Core' });

      expect(lowered?.runtime).not.toBe(joined?.runtime);
      await lowered?.close();
    });
  });

  it('goes on after a configuration that cannot be opened', async () => {
    configure('nonsense: 1\n');
    await expect(keeper.open(options)).rejects.toMatchObject({ code: 'invalid-configuration' });

    configure('');
    expect((await keeper.open(options)).runtime.resolve(IClock).now()).toBeGreaterThan(0);
  });

  it.each([
    ['from the start', true],
    ['later', false],
  ])('goes on where the store cannot be read %s: each caller has a workspace of its own', async (_when, fails) => {
    let isOffline = fails;
    const tableNames = (): Promise<string[]> =>
      isOffline ? Promise.reject(new TypeError('offline')) : Promise.resolve([]);
    const database = { tableNames } as unknown as IDatabase;
    options = { ...options, register: (container) => container.register(IDatabase, { useValue: database }) };
    const first = await keeper.open(options);
    isOffline = true;
    const second = await keeper.open(options);
    const third = await keeper.open(options);
    const opened = [first, second, third];
    const disposals = opened.map(({ runtime }) => jest.spyOn(runtime, 'dispose'));

    for (const { close } of opened) await close();

    expect(new Set(opened.map(({ runtime }) => runtime)).size).toBe(3);
    for (const dispose of disposals) expect(dispose).toHaveBeenCalledTimes(1);
  });

  it('tells of state that was set aside once', async () => {
    mkdirSync(join(options.workspaceRoot, '.lexichord'));
    writeFileSync(join(options.workspaceRoot, '.lexichord/origin'), 'from a clone');

    const notices = [];
    for (let call = 0; call < 2; call += 1) {
      const { runtime, close } = await keeper.open(options);
      notices.push(runtime.resolve(IStateFolder).notice);
      await close();
    }

    expect(notices).toEqual([expect.stringContaining('was not opened'), undefined]);
  });
});
