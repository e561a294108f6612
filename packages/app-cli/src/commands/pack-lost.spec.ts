import { homedir } from 'node:os';
import { Readable } from 'node:stream';

import { runCli } from '../run-cli.js';
import { type PackJson, anIndexedWorkspace, jsonOf, sessionFiles } from '../test-support/packed-workspace.js';
import { runCommand } from '../test-support/run-command.js';

const task = 'how is the session cookie signed';

describe('a pack that did not reach anybody', () => {
  let workspace: string;
  beforeEach(async () => {
    workspace = await anIndexedWorkspace();
  });

  const run = (...argv: readonly string[]) => runCommand(argv, { workingDirectory: workspace });
  const next = async (): Promise<PackJson> => jsonOf(await run('pack', task, '--since', 'last', '--json')) as PackJson;
  /** Leaves one file in a pack of its own before. */
  const packOneFile = () => run('pack', 'RetryPolicy delay attempt', '--open', 'src/retry.py', '--budget', '60');

  it('does not count as sent, because its file could not be written', async () => {
    await packOneFile();
    // The file that is written first, and renamed then, has a longer name.
    const { exitCode, stderr } = await run('pack', task, '--open', 'src/session.ts', '--output', 'x'.repeat(240));
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('cannot be written (ENAMETOOLONG)')]);

    expect((await next()).content).toContain(sessionFiles['src/session.ts']?.split('\n')[3]);
  });

  it('does not count as sent, because the disk behind standard output is full', async () => {
    await packOneFile();
    const stdout = { errored: Object.assign(new Error('no space'), { code: 'ENOSPC' }), write: () => false };
    const stderr = { write: () => true };
    const environment = { HOME: homedir(), NO_COLOR: '1' };
    const streams = { stdout, stderr, stdin: Readable.from([]) };
    await runCli(['pack', task, '--open', 'src/session.ts'], { ...streams, environment, workingDirectory: workspace });

    expect((await next()).content).toContain(sessionFiles['src/session.ts']?.split('\n')[3]);
  });
});
