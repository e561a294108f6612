import { Readable } from 'node:stream';

import { PatientClock } from '@lexichord/testing';

import { Interruption } from '../interruption.js';
import { runCli } from '../run-cli.js';
import { aFolder, runCommand } from '../test-support/run-command.js';

describe('a command that goes on', () => {
  it('answers others by the variables that it was started with, whatever a library sets while it works', async () => {
    const home = aFolder();
    const workingDirectory = aFolder({
      'lamp.md': '# Lamps\n',
      // Which is told of when the workspace is open.
      '.lexichord/origin': 'from a clone',
    });
    const environment: Record<string, string | undefined> = { HOME: home };
    const interruption = new AbortController();
    let follow: () => void = () => undefined;
    const isFollowing = new Promise<void>((resolve) => (follow = resolve));
    const write = (text: string): void => {
      // As the library of remote stores does once the workspace is open.
      environment['LANCEDB_LOG'] = 'error';
      if (text.includes('Following changes')) follow();
    };
    const running = runCli(['index', '--watch'], {
      ...{ environment, workingDirectory, signal: interruption.signal, clock: new PatientClock() },
      ...{ stdout: { write }, stderr: { write }, stdin: Readable.from([]) },
    });
    await isFollowing;

    const { stderr } = await runCommand(['map'], {
      workingDirectory,
      environment: { HOME: home, LEXICHORD_WARM: 'report' },
      asksWarmProcess: true,
    });
    interruption.abort(new Interruption('SIGINT'));
    await running;

    expect(stderr).toBe(`The warm process ${process.pid} answered.\n`);
  });
});
