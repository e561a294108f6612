import { appendFileSync, copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { type PackJson, anIndexedWorkspace, jsonOf } from '../test-support/packed-workspace.js';
import { runCommand } from '../test-support/run-command.js';

const task = 'how is the session cookie signed';

describe('packing where a packed text lies', () => {
  let workspace: string;
  beforeEach(async () => {
    workspace = await anIndexedWorkspace();
  });

  const run = (...argv: readonly string[]) => runCommand(argv, { workingDirectory: workspace });
  const pack = async (...argv: readonly string[]): Promise<PackJson> =>
    jsonOf(await run('pack', task, ...argv, '--json')) as PackJson;
  const filesOf = ({ includedChunks, excludedChunks }: PackJson): ReadonlySet<string> =>
    new Set([...includedChunks, ...excludedChunks].map(({ filePath }) => filePath));

  it('does not take what --output wrote for a file of the workspace, however often', async () => {
    const alone = await pack();
    for (const name of ['out.md', 'src/out.md', 'other.txt']) await run('pack', task, '--output', name);

    const again = await pack();
    const { hits } = jsonOf(await run('search', 'session cookie', '--json')) as { hits: { filePath: string }[] };

    expect(again.content).toBe(alone.content);
    expect(hits.map(({ filePath }) => filePath).filter((path) => /out|other/u.test(path))).toEqual([]);
  });

  it('does not take what a shell wrote, what "context export" wrote, or a copy of them', async () => {
    const { stdout } = await run('pack', task, '--template', 'xml');
    writeFileSync(join(workspace, 'shell.xml'), stdout);
    await run('context', 'export', 'exported.xml');
    copyFileSync(join(workspace, 'shell.xml'), join(workspace, 'src/copy.xml'));

    const files = filesOf(await pack());

    expect([...files].filter((path) => path.endsWith('.xml'))).toEqual([]);
  });

  it('takes it when somebody asks for it, or has written on in it', async () => {
    await run('pack', task, '--output', 'out.md');
    expect(filesOf(await pack('--open', 'out.md')).has('out.md')).toBe(true);

    appendFileSync(join(workspace, 'out.md'), '\nMy own words on the session cookie.\n');
    expect(filesOf(await pack()).has('out.md')).toBe(true);
  });

  it('still takes a file that a template showed as it is', async () => {
    const template = '{{#files}}{{#ranges}}{{{content}}}{{/ranges}}{{/files}}';
    const argv = ['pack', 'RetryPolicy delay attempt', '--template', '-'];
    const shown = await runCommand(argv, { workingDirectory: workspace, stdin: template });
    expect(shown.stdout).toContain('class RetryPolicy');

    const { hits } = jsonOf(await run('search', 'RetryPolicy', '--json')) as { hits: { filePath: string }[] };

    expect(hits.map(({ filePath }) => filePath)).toContain('src/retry.py');
  });
});
