import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';

import { buildCommand, compiledCommand, finished, loadedFor, startCommand } from '../test-support/built-command.js';
import { aFolder } from '../test-support/run-command.js';

/** Packages that a command need not load when a warm process answers it. */
const heavyPackages =
  /node_modules\/(?:@modelcontextprotocol|zod|tsyringe|reflect-metadata|mustache|cli-table3|pino|yaml|jose|hono|ink|react)\/|packages\/(?:abstractions|runtime|agents|workspace|preview|mcp-server)\/|packages\/platform\/dist\/(?!files\/home-folder)|app-cli\/dist\/commands\//u;

const reporting = { LEXICHORD_WARM: 'report' };

describe('the built command and a warm process', () => {
  const home = aFolder();
  const workingDirectory = aFolder({ '.agent/.keep': '', 'lamp.md': '# Lamps\n\nA lamp lights the pier.\n' });
  const argv = ['search', 'lamp', '--json'];
  const environment = { HOME: home };
  const run = (variables: NodeJS.ProcessEnv = {}) =>
    finished(startCommand(argv, workingDirectory, { ...environment, ...variables }));

  async function serve(): Promise<ChildProcessWithoutNullStreams> {
    const server = startCommand(['serve'], workingDirectory, environment);
    for await (const text of server.stderr.setEncoding('utf8')) if (String(text).includes('Answering')) break;
    return server;
  }

  async function end(server: ChildProcessWithoutNullStreams, signal: NodeJS.Signals): Promise<unknown> {
    const closed = once(server, 'exit');
    server.kill(signal);
    return (await closed)[0];
  }

  beforeAll(buildCommand, 300_000);

  it('answer alike; the command loads nothing that it does not need, and one that is killed costs nothing but time', async () => {
    const cold = await run({ LEXICHORD_WARM: 'off' });
    const killed = await serve();

    const warm = await run(reporting);
    const loaded = loadedFor(compiledCommand, argv, workingDirectory, {
      ...environment,
      PATH: process.env['PATH'],
    });
    await end(killed, 'SIGKILL');
    const afterwards = await run(reporting);
    // It loads far more, each module from its own file, and behind the links of a working copy.
    const packed = await finished(
      startCommand(['pack', 'lamp'], workingDirectory, { ...environment, ...reporting }, compiledCommand),
    );

    expect(warm).toEqual({ ...cold, stderr: `The warm process ${killed.pid} answered.\n` });
    expect(loaded.filter((url) => heavyPackages.test(url))).toEqual([]);
    const stderr = `The warm process did not answer, because process ${killed.pid} does not answer.\n`;
    expect(afterwards).toEqual({ ...cold, stderr });
    expect(packed).toMatchObject({ exitCode: 0, stderr });
    const next = await serve();
    expect((await run(reporting)).stderr).toBe(`The warm process ${next.pid} answered.\n`);
    expect(await end(next, 'SIGTERM')).toBe(143);
    expect((await run(reporting)).stderr).toBe('No warm process serves this workspace.\n');
  });
});
