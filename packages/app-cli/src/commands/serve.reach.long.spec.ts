import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { type Server, createServer } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

import { openWarmServer } from '@lexichord/control/server';
import { ManualClock, PlannedServer, type ScriptProcess, ScriptProcesses, freePort } from '@lexichord/testing';

import { FollowedCommand } from '../test-support/followed-command.js';
import { type CommandResult, type RunOptions, aFolder, runCommand, runJson } from '../test-support/run-command.js';
import { programIdentity } from '../warm/program-identity.js';

const files = {
  '.agent/config.yml': 'serve: { idle_minutes: 5 }\n',
  'lamp.md': '# Lamps\n\nA lamp lights the pier.\n',
  'inner/.agent/.keep': '',
  'inner/lamp.md': '# Other lamps\n\nA lamp in here.\n',
};

const search = ['search', 'lamp', '--json'];

describe('lexichord serve', () => {
  const home = aFolder();
  const servers: FollowedCommand[] = [];
  const scripts = new ScriptProcesses();
  let workingDirectory: string;

  const environment = { HOME: home };
  const serve = async (options: Partial<RunOptions> = {}): Promise<FollowedCommand> => {
    const server = new FollowedCommand(['serve'], { workingDirectory, environment, ...options });
    servers.push(server);
    await server.written('stderr', 'Answering commands');
    return server;
  };
  const run = (argv: readonly string[], options: Partial<RunOptions> = {}): Promise<CommandResult> =>
    runCommand(argv, {
      ...{ workingDirectory, asksWarmProcess: true, ...options },
      environment: { ...environment, LEXICHORD_WARM: 'report', ...options.environment },
    });
  /** Who answered, as the command reports it. */
  const answeredBy = async (argv: readonly string[], options: Partial<RunOptions> = {}): Promise<string> =>
    (await run(argv, options)).stderr.trimEnd().split('\n').at(-1) ?? '';

  beforeEach(() => {
    workingDirectory = aFolder(files);
  });

  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.interrupt()));
    await scripts.kill();
  });

  afterAll(() => scripts.dispose());

  it('answers commands until it is stopped, and shows how many', async () => {
    const server = await serve();

    expect(await answeredBy(search)).toBe(`The warm process ${process.pid} answered.`);
    expect(await runJson(['serve', '--status'], { workingDirectory, environment })).toMatchObject({
      ...{ isServing: true, pid: process.pid, kind: 'serve', answered: 1, idleMinutes: 5 },
      workspaceRoot: workingDirectory,
    });
    expect((await run(['serve', '--status'])).stdout).toMatch(
      /^process: +\d+, lexichord serve\nworkspace: .*\nsince: .*\nanswered: +1 command\nsessions: +0\nmemory: +[\d,]+ MB\nends: +after 5 min without a command or a session\n$/u,
    );
    let exitCode: number | undefined;
    void server.exitCode.then((code) => (exitCode = code));
    expect(await run(['serve', '--stop'])).toMatchObject({
      exitCode: 0,
      stdout: `lexichord serve (process ${process.pid}) ends.\n`,
    });
    // It has closed the workspace already.
    expect(exitCode).toBe(0);
    expect(server.stderr).toContain('Stopped by "lexichord serve --stop".');
    expect(await answeredBy(search)).toBe('No warm process serves this workspace.');
  });

  it('says when nothing serves', async () => {
    expect(await run(['serve', '--status'])).toEqual({
      exitCode: 1,
      stdout: 'No process keeps this workspace warm.\n',
      stderr: '',
    });
    expect(await run(['serve', '--stop'])).toMatchObject({
      exitCode: 0,
      stdout: 'No process keeps this workspace warm.\n',
    });
    expect(await runJson(['serve', '--stop'], { workingDirectory, environment })).toEqual({ stopped: false });
    expect((await run(['serve', '--stop', '--status'])).exitCode).toBe(2);
  });

  it('ends while it brings the index up to date, which is then not done', async () => {
    const embeddings = await PlannedServer.start();
    embeddings.planned = 'silence';
    const embedding = {
      LEXICHORD__SEARCH__EMBEDDING__PROVIDER: 'ollama',
      LEXICHORD__SEARCH__EMBEDDING__ENDPOINT: embeddings.address,
      LEXICHORD__SEARCH__EMBEDDING__MODEL: 'some-model',
      LEXICHORD__SEARCH__EMBEDDING__DIMENSION: '8',
    };
    const server = new FollowedCommand(['serve'], {
      workingDirectory,
      environment: { ...environment, ...embedding },
    });
    servers.push(server);
    while (embeddings.seen.length === 0) await setImmediate();

    expect((await run(['serve', '--stop'])).stdout).toBe(`lexichord serve (process ${process.pid}) ends.\n`);

    expect(await server.exitCode).toBe(0);
    expect(server.stderr).toBe('Stopped by "lexichord serve --stop".\n');
    await embeddings.stop();
  });

  describe('when the process lives and does not answer', () => {
    /** Resolves with each connection. */
    let connected: Promise<unknown>;
    let hanging: Server;
    const busy = `lexichord serve (process ${process.pid}) keeps this workspace warm, but does not answer`;

    beforeEach(async () => {
      await serve();
      const folder = join(home, '.cache/lexichord/warm');
      hanging = createServer().listen(join(folder, 'hanging.sock'));
      await once(hanging, 'listening');
      chmodSync(join(folder, 'hanging.sock'), 0o600);
      for (const name of readdirSync(folder).filter((each) => each.endsWith('.json'))) {
        const record = JSON.parse(readFileSync(join(folder, name), 'utf8')) as object;
        writeFileSync(join(folder, name), JSON.stringify({ ...record, address: join(folder, 'hanging.sock') }));
      }
      connected = once(hanging, 'connection');
    });

    // Those that still wait for it end with their commands.
    afterEach(() => void hanging.close());

    it.each(['--status', '--stop'])('serve %s says so with a failure', async (flag) => {
      for (const flags of [[], ['--json']]) {
        const clock = new ManualClock();
        const asking = run(['serve', flag, ...flags], { clock });
        await connected;
        connected = once(hanging, 'connection');
        await clock.advanceWhenIdle(15_000);

        const { exitCode, stdout, stderr } = await asking;

        expect([exitCode, stdout]).toEqual([1, '']);
        expect(stderr).toContain(`${busy}: it is busy or hangs.`);
        if (flags.length > 0) expect(stderr).toContain(`"details":{"pid":${process.pid},"kind":"serve"}`);
        expect(clock.runningTimers).toBe(0);
      }
    });

    it('leaves it its place, and says so', async () => {
      const { exitCode, stderr } = await run(['serve']);

      expect([exitCode, stderr]).toEqual([1, expect.stringContaining(busy)]);
      const watching = new FollowedCommand(['index', '--watch'], { workingDirectory, environment });
      servers.push(watching);
      await watching.written('stderr', 'Following changes');
      expect(watching.stderr).toContain(`warning: ${busy}. Until it answers, commands run in their own process`);
    });
  });

  it('runs once for a workspace', async () => {
    await serve();

    expect(await run(['serve'])).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: `lexichord serve (process ${process.pid}) already keeps this workspace warm.\n`,
    });
  });

  it('says so as JSON, too: which process answers, and whether it is this command', async () => {
    const server = new FollowedCommand(['serve', '--json'], { workingDirectory, environment });
    servers.push(server);
    await server.written('stdout', '\n');

    const other = await runJson(['serve'], { workingDirectory, environment });

    const { isOwn, ...own } = JSON.parse(server.stdout) as Record<string, unknown>;
    expect(isOwn).toBe(true);
    expect(own).toMatchObject({ pid: process.pid, kind: 'serve', workspaceRoot: workingDirectory, answered: 0 });
    expect(other).toEqual({ isOwn: false, ...own, memoryBytes: expect.any(Number) as number });
  });

  it('ends when nobody has asked for long enough', async () => {
    const clock = new ManualClock();
    const server = await serve({ clock });

    clock.advance(5 * 60_000);

    expect(await server.exitCode).toBe(0);
    expect(server.stderr).toContain('Stopped after serve.idle_minutes without a command.');
  });

  it('answers two commands at once, each with its own', async () => {
    await serve();
    const cold = await Promise.all([run(search, { asksWarmProcess: false }), run(['map'], { asksWarmProcess: false })]);

    const warm = await Promise.all([run(search), run(['map'])]);

    expect(warm.map(({ stdout, exitCode }) => [stdout, exitCode])).toEqual(
      cold.map(({ stdout, exitCode }) => [stdout, exitCode]),
    );
    expect(warm.every(({ stderr }) => stderr.includes('answered.'))).toBe(true);
  });

  it('gives an error as a process of its own does', async () => {
    await serve();
    const argv = ['search', 'lamp', '--kind', 'nonsense'];

    const { stderr, ...warm } = await run(argv);

    const cold = await run(argv, { asksWarmProcess: false });
    expect({ ...warm, stderr: stderr.replace(/^The warm process \d+ answered\.\n/mu, '') }).toEqual(cold);
    expect(cold.exitCode).toBe(2);
  });

  it('is not asked by a command with --debug, one that writes, and one that is told to run by itself', async () => {
    await serve();

    expect((await run(['pack', 'lamp', '--output', 'out.md'])).stderr).not.toContain('warm process');
    expect((await run([...search, '--debug'])).stderr).not.toContain('warm process');
    expect((await run(search, { environment: { LEXICHORD_WARM: 'off' } })).stderr).toBe('');
  });

  it('reads the standard input of a command that does', async () => {
    await serve();
    const task = `where is the lamp? ${'Word '.repeat(20_000)}`;
    const read = (asksWarmProcess: boolean) => run(['pack', '-'], { stdin: task, asksWarmProcess });
    await read(false);
    const cold = await read(false);

    const { stdout, stderr, exitCode } = await read(true);

    expect(stderr).toContain(`The warm process ${process.pid} answered.\n`);
    expect({ stdout, exitCode }).toEqual({ stdout: cold.stdout, exitCode: cold.exitCode });
    expect(stdout).toContain('lamp.md');
  });

  it.each([
    [
      'another value of a variable that git reads',
      { GIT_CONFIG_GLOBAL: '/nowhere' },
      'the environment variable GIT_CONFIG_GLOBAL has another value there',
    ],
    ['another git', { PATH: '/usr/bin:/bin' }, 'the environment variable PATH has another value there'],
    ['a log', { LEXICHORD__LOGGING__LEVEL: 'error' }, 'the configuration asks for a log'],
  ])('leaves a command to its own process that has %s', async (_what, variables, reason) => {
    await serve();

    expect(await answeredBy(search, { environment: variables })).toBe(
      `The warm process did not answer, because ${reason}.`,
    );
  });

  it('serves no other workspace, also where one is inside the other', async () => {
    await serve();
    const inner = join(workingDirectory, 'inner');
    const plain = join(workingDirectory, 'plain');
    mkdirSync(plain);

    expect(await answeredBy(search, { workingDirectory: inner })).toBe(
      'The warm process did not answer, because it serves another workspace.',
    );
    expect(await answeredBy([...search, '--workspace', 'inner'])).toBe('No warm process serves this workspace.');
    expect(await answeredBy(search, { workingDirectory: plain })).toContain('answered.');
    expect(await answeredBy([...search, '--workspace', workingDirectory], { workingDirectory: home })).toContain(
      'answered.',
    );
  });

  it.each([
    ['mcp', ['mcp', '--http', '0'], 'Use this address'],
    ['preview', ['preview', '--port', 'PORT'], 'Open this address'],
    ['index --watch', ['index', '--watch'], 'Following changes'],
  ])('is not needed where lexichord %s runs, which answers too', async (name, argv, text) => {
    const port = String(await freePort());
    const server = new FollowedCommand(
      argv.map((word) => (word === 'PORT' ? port : word)),
      { workingDirectory, environment },
    );
    servers.push(server);
    await server.written('stderr', text);

    const { stdout, stderr } = await run(search);

    expect(stderr).toBe(`The warm process ${process.pid} answered.\n`);
    expect(stdout).toBe((await run(search, { asksWarmProcess: false })).stdout);
    expect((await run(['serve', '--status'])).stdout).toContain(`lexichord ${name}\n`);
    expect((await run(['serve', '--stop'])).stdout).toBe(
      `lexichord ${name} (process ${process.pid}) no longer answers commands.\n`,
    );
    expect((await run(search)).stderr).toBe('No warm process serves this workspace.\n');
    expect(await server.interrupt()).toBe(130);
  });

  /** Opens a server that ends in the middle of its answer, once it has printed its beginning. */
  async function endAfter(beginning: string): Promise<void> {
    const clock = new ManualClock();
    const server = await openWarmServer({
      ...{ workspaceRoot: workingDirectory, kind: 'serve', identity: programIdentity, environment, clock },
      run: async (_request, { stdout, signal }) => {
        stdout(beginning);
        void ('ended' in server && server.close());
        // The moment of grace is over.
        void setImmediate().then(() => clock.advance(1_000));
        await once(signal, 'abort');
        return 0;
      },
    });
  }

  it.each([
    [[], 'error: The warm process of this workspace (process'],
    [['--json'], '{"error":{"code":"io-failed","message":"The warm process of this workspace (process'],
  ])('may end in the middle of an answer that is another one by now, which is said: %j', async (flags, message) => {
    await endAfter('half of a map\n');

    const { exitCode, stdout, stderr } = await run(['map', ...flags]);

    expect([exitCode, stdout]).toEqual([1, 'half of a map\n']);
    expect(stderr).toContain(`\n${message}`);
  });

  it('may end in the middle of an answer to a command that fails by itself, with its own error alone', async () => {
    await endAfter('half of a list\n');

    const { exitCode, stdout, stderr } = await run(['search', 'lamp', '--kind', 'nonsense']);

    expect([exitCode, stdout]).toEqual([2, 'half of a list\n']);
    expect(stderr.match(/^error: .*/gmu)).toEqual([expect.stringContaining('nonsense')]);
  });

  it('may be killed in the middle of a long answer, of which the command then prints the rest', async () => {
    for (let file = 0; file < 50; file += 1) {
      writeFileSync(join(workingDirectory, `topic-${file}.ts`), `export function topic${file}(): void {}\n`);
    }
    const argv = ['map', '--budget', '4000'];
    await run(argv, { asksWarmProcess: false });
    const cold = await run(argv, { asksWarmProcess: false });
    expect(cold.stdout.length).toBeGreaterThan(1_000);
    const answer = join(aFolder({ 'answer.md': cold.stdout }), 'answer.md');
    const server = await new Promise<ScriptProcess>((resolve) => {
      const script = new URL('../test-support/half-answer.ts', import.meta.url);
      const cache = join(home, '.cache');
      const started = scripts.start(script, [workingDirectory, cache, answer], { onLine: () => resolve(started) });
    });

    const { stdout, stderr, exitCode } = await run(argv, { onStdout: () => server.child.kill('SIGKILL') });

    expect({ stdout, exitCode }).toEqual({ stdout: cold.stdout, exitCode: 0 });
    expect(stderr).toBe(
      `Indexing 1 of 2 files\nThe warm process ${server.child.pid} ended in the middle of its answer, and this process answers the rest.\n`,
    );
  });

  it('may not end when it has read standard input, which is then lost', async () => {
    const clock = new ManualClock();
    const server = await openWarmServer({
      ...{ workspaceRoot: workingDirectory, kind: 'serve', identity: programIdentity, environment, clock },
      run: async (_request, { stdin, signal }) => {
        await once(stdin.resume(), 'end');
        void ('ended' in server && server.close());
        void setImmediate().then(() => clock.advance(1_000));
        await once(signal, 'abort');
        return 0;
      },
    });

    const { exitCode, stdout, stderr } = await run(['pack', '-'], { stdin: 'where is the lamp?' });

    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain('error: The warm process of this workspace');
  });

  it('stops the run of a command that is interrupted, and goes on for others', async () => {
    await serve();
    const interruption = new AbortController();
    // A task that is read for ever keeps the run where it is, in the command's own process.
    const running = run(['pack', '-'], { stdin: new PassThrough(), signal: interruption.signal });
    interruption.abort();

    expect((await running).exitCode).toBe(130);
    writeFileSync(join(workingDirectory, 'new.md'), '# A new lamp\n');
    expect((await run(search)).stdout).toContain('new.md');
  });
});
