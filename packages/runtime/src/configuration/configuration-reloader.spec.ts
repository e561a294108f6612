import { changedKeys } from '../live-configuration.js';
import { ConfigurationReloader } from './configuration-reloader.js';
import {
  load,
  useConfigurationFolder,
  workspaceRoot,
  writeWorkspaceFile,
} from './test-support/configuration-folder.js';

async function aReloader() {
  const reported: string[] = [];
  const reloader = new ConfigurationReloader(
    { workspaceRoot, environment: {} },
    {
      current: await load(),
      onChange: ({ values }) => void reported.push(`total ${values.context.budget.total}`),
      onError: ({ code }) => void reported.push(code),
    },
  );
  return { reloader, reported };
}

const withTotal = (total: number): string => `context: { budget: { total: ${total} } }`;

describe('ConfigurationReloader', () => {
  useConfigurationFolder();

  it('reports what is different, and nothing twice', async () => {
    const { reloader, reported } = await aReloader();
    await reloader.reload();
    await writeWorkspaceFile(withTotal(20_000));
    await reloader.reload();
    await reloader.reload();

    expect(reported).toEqual(['total 20000']);
  });

  it('rejects a broken one every time, reports each problem once, and reports when it is whole again', async () => {
    const { reloader, reported } = await aReloader();
    await writeWorkspaceFile('context: { budgt: {} }');
    await expect(reloader.reload()).rejects.toMatchObject({ code: 'invalid-configuration' });
    await expect(reloader.reload()).rejects.toMatchObject({ code: 'invalid-configuration' });
    await writeWorkspaceFile('contxt: {}');
    await expect(reloader.reload()).rejects.toMatchObject({ code: 'invalid-configuration' });
    await writeWorkspaceFile('');
    await reloader.reload();

    expect(reported).toEqual(['invalid-configuration', 'invalid-configuration', 'total 100000']);
  });

  it('reads once more for all who ask while it reads, so that the last change is never missed', async () => {
    const { reloader, reported } = await aReloader();
    await writeWorkspaceFile(withTotal(20_000));
    const first = reloader.reload();
    await Promise.resolve();
    await writeWorkspaceFile(withTotal(30_000));
    const [second, third] = [reloader.reload(), reloader.reload()];
    await Promise.all([first, second, third]);

    expect(second).toBe(third);
    expect(reported.at(-1)).toBe('total 30000');
  });

  it('reports a change that its listener could not take as an error', async () => {
    const failures: string[] = [];
    const reloader = new ConfigurationReloader(
      { workspaceRoot, environment: {} },
      {
        current: await load(),
        onChange: () => {
          throw new TypeError('cannot');
        },
        onError: ({ code }) => void failures.push(code),
      },
    );
    await writeWorkspaceFile(withTotal(20_000));

    await expect(reloader.reload()).rejects.toMatchObject({ code: 'internal' });
    expect(failures).toEqual(['internal']);
  });

  it('reports nothing once it is stopped', async () => {
    const { reloader, reported } = await aReloader();
    await writeWorkspaceFile(withTotal(20_000));
    const underWay = reloader.reload();
    reloader.stop();
    await underWay;
    await reloader.reload();

    expect(reported).toEqual([]);
  });
});

describe('changedKeys', () => {
  useConfigurationFolder();

  it('names what is different, new and gone, by key', async () => {
    await writeWorkspaceFile('{ context: { agents: { old: { default_budget: 1 } } }, workspace: { deny: [a] } }');
    const { values: before } = await load();
    await writeWorkspaceFile('{ context: { agents: { new: { default_budget: 1 } } }, workspace: { deny: [a, b] } }');
    const { values: after } = await load();
    await writeWorkspaceFile('workspace: { deny: [a, b] }');
    const { values: without } = await load();

    expect(changedKeys(before, after)).toEqual([
      'context.agents.new.default_budget',
      'context.agents.old.default_budget',
      'workspace.deny',
    ]);
    expect(changedKeys(after, without)).toEqual(['context.agents.new.default_budget']);
    expect(changedKeys(after, after)).toEqual([]);
  });
});
