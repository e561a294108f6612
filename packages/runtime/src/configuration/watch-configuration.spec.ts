import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type ConfigurationListener, ConfigurationReloader } from './configuration-reloader.js';
import { type ConfigurationSources, type LoadedConfiguration, loadConfiguration } from './load-configuration.js';
import { SystemClock } from '@lexichord/platform';
import { watchConfiguration } from './watch-configuration.js';

const startWatch = (sources: ConfigurationSources, listener: ConfigurationListener) =>
  watchConfiguration(new ConfigurationReloader(sources, listener), { clock: new SystemClock() });

/** In one step, so that no other content is ever in the file, however slow the machine is. */
async function save(file: string, content: string): Promise<void> {
  await writeFile(`${file}.new`, content);
  await rename(`${file}.new`, file);
}

/** Hands out what happens, in order, to whoever waits for it. */
function aQueue<T>() {
  const waiting: ((item: T) => void)[] = [];
  const items: T[] = [];
  return {
    push: (item: T): void => {
      const taker = waiting.shift();
      if (taker === undefined) items.push(item);
      else taker(item);
    },
    next: (): Promise<T> => {
      const item = items.shift();
      return item === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(item);
    },
    get length(): number {
      return items.length;
    },
  };
}

describe('watchConfiguration', () => {
  let folder: string;
  let stop: (() => void) | undefined;

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-watch-')));
    await mkdir(join(folder, 'workspace'));
    await mkdir(join(folder, 'xdg'));
  });

  afterEach(async () => {
    stop?.();
    stop = undefined;
    await rm(folder, { recursive: true, force: true });
  });

  async function aWatch(currentYaml?: string) {
    const sources = { workspaceRoot: join(folder, 'workspace'), environment: { XDG_CONFIG_HOME: join(folder, 'xdg') } };
    const file = join(folder, 'workspace/.agent/config.yml');
    if (currentYaml !== undefined) {
      await mkdir(join(folder, 'workspace/.agent'));
      await writeFile(file, currentYaml);
    }
    const events = aQueue<string>();
    const watch = {
      current: await loadConfiguration(sources),
      onChange: ({ values }: LoadedConfiguration) => events.push(`total ${values.context.budget.total}`),
      onError: ({ code }: { code: string }) => events.push(code),
    };
    return { sources, file, events, watch };
  }

  it('reports a good change, keeps what is in force at a broken one and says so, and reports when it is whole again', async () => {
    const { sources, file, events, watch } = await aWatch('context: { budget: { total: 20000 } }');
    stop = startWatch(sources, watch);

    await save(file, 'context: { budget: { total: 30000 } }');
    const changed = await events.next();
    await save(file, 'context: { budgt: {} }');
    const broken = await events.next();
    await save(file, 'context: { budget: { total: 30000 } }');
    const whole = await events.next();
    await rm(file);
    const removed = await events.next();

    expect([changed, broken, whole, removed]).toEqual([
      'total 30000',
      'invalid-configuration',
      'total 30000',
      'total 100000',
    ]);
  });

  it('sees files and folders that are made later, in the workspace and of the user', async () => {
    const { sources, file, events, watch } = await aWatch();
    stop = startWatch(sources, watch);

    await mkdir(join(folder, 'workspace/.agent'));
    await save(file, 'context: { budget: { total: 30000 } }');
    const workspace = await events.next();
    await rm(file);
    const removed = await events.next();
    await mkdir(join(folder, 'xdg/lexichord'));
    await save(join(folder, 'xdg/lexichord/config.yml'), 'context: { budget: { total: 40000 } }');
    const user = await events.next();

    expect([workspace, removed, user]).toEqual(['total 30000', 'total 100000', 'total 40000']);
  });

  it('reports a change that happened before it began to watch', async () => {
    const { sources, file, events, watch } = await aWatch('context: { budget: { total: 20000 } }');
    await writeFile(file, 'context: { budget: { total: 30000 } }');

    stop = startWatch(sources, watch);

    expect(await events.next()).toBe('total 30000');
  });

  it('reports nothing after it was stopped', async () => {
    const { sources, file, events, watch } = await aWatch('context: { budget: { total: 20000 } }');
    const end = startWatch(sources, watch);
    end();

    await save(file, 'context: { budget: { total: 30000 } }');
    // A second watch sees the change, so the first would have.
    const proof = aQueue<string>();
    stop = startWatch(sources, { ...watch, onChange: () => proof.push('seen') });

    expect(await proof.next()).toBe('seen');
    expect(events.length).toBe(0);
  });
});
