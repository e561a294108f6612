import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';

import { buildCommand, finished, startCommand } from '../test-support/built-command.js';
import { aFolder } from '../test-support/run-command.js';

describe('two servers for agents in one workspace', () => {
  const environment = { HOME: aFolder() };
  const workingDirectory = aFolder({ '.agent/.keep': '', 'lamp.md': '# Lamps\n\nA lamp lights the pier.\n' });
  const started: ChildProcessWithoutNullStreams[] = [];

  beforeAll(buildCommand, 300_000);

  afterAll(() => {
    for (const server of started) server.kill('SIGKILL');
  });

  async function serve(): Promise<ChildProcessWithoutNullStreams> {
    const server = startCommand(['mcp'], workingDirectory, environment);
    started.push(server);
    for await (const text of server.stderr.setEncoding('utf8')) if (String(text).includes('Serving')) break;
    return server;
  }

  const search = () =>
    finished(
      startCommand(['search', 'lamp', '--json'], workingDirectory, { ...environment, LEXICHORD_WARM: 'report' }),
    );

  /** Asks until it is answered by the process; the limit of the test ends it. */
  async function answeredBy({ pid }: ChildProcessWithoutNullStreams): Promise<string> {
    for (;;) {
      const { stdout, stderr } = await search();
      if (stderr === `The warm process ${pid} answered.\n`) return stdout;
    }
  }

  it.each(['its client ends the connection', 'it is killed'] as const)(
    'the second answers commands when the first ends: %s',
    async (how) => {
      const first = await serve();
      const second = await serve();
      const answer = await answeredBy(first);

      const exited = once(first, 'exit');
      if (how === 'it is killed') first.kill('SIGKILL');
      else first.stdin.end();
      await exited;

      expect(await answeredBy(second)).toBe(answer);
      const ended = once(second, 'exit');
      second.stdin.end();
      expect(await ended).toEqual([0, null]);
      expect((await search()).stderr).toBe('No warm process serves this workspace.\n');
    },
  );

  it('the second ends with its client while the first goes on', async () => {
    const first = await serve();
    const second = await serve();

    const ended = once(second, 'exit');
    second.stdin.end();

    expect(await ended).toEqual([0, null]);
    await answeredBy(first);
  });
});
