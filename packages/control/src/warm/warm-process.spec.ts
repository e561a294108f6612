import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { type RunOutcome, runWarm } from './run-warm.js';
import { WarmWorkspaces, aRun, ask, connectTo } from './test-support/a-warm-workspace.js';
import { recordPath } from './warm-folder.js';
import type { RunRequest, WarmReply } from './warm-protocol.js';
import type { WarmRecord } from './warm-record.js';

const workspaces = new WarmWorkspaces();
const aWorkspace = workspaces.make;

afterEach(() => workspaces.dispose());

interface Ran {
  readonly outcome: RunOutcome;
  readonly printed: readonly string[];
}

async function run(
  record: WarmRecord,
  request: RunRequest,
  { signal, stdin = Readable.from([]) }: { readonly signal?: AbortSignal; readonly stdin?: Readable } = {},
): Promise<Ran> {
  const printed: string[] = [];
  const outcome = await runWarm(record, request, {
    ...{ identity: 'version 1', helloMs: 0 },
    signal,
    stdin,
    stdout: (text) => printed.push(`out ${text}`),
    stderr: (text) => printed.push(`err ${text}`),
  });
  return { outcome, printed };
}

describe('a warm process', () => {
  it('runs a command line and passes on what it prints, in order, with the exit code', async () => {
    const workspace = aWorkspace();
    const requests: RunRequest[] = [];
    await workspace.serve({
      run: (request, { stdout, stderr }) => {
        requests.push(request);
        stdout('a \u{1F600} \ud800 line\n');
        stderr('a warning\n');
        stdout('');
        return Promise.resolve(3);
      },
    });
    const request = { ...aRun('search', 'lamp'), environment: { TERM: 'xterm' }, stdin: { isTTY: true } };

    const ran = await run(workspace.record, request);

    expect(ran).toEqual({
      outcome: { kind: 'done', exitCode: 3 },
      printed: ['out a \u{1F600} \ud800 line\n', 'err a warning\n', 'out '],
    });
    expect(requests).toEqual([request]);
  });

  it('answers two commands at once, each with its own', async () => {
    const workspace = aWorkspace();
    const started: (() => void)[] = [];
    await workspace.serve({
      run: async ({ argv }, { stdout }) => {
        await new Promise<void>((resolve) => {
          started.push(resolve);
          // Neither goes on before both are there.
          if (started.length === 2) for (const go of started) go();
        });
        stdout(argv.join());
        return argv.length;
      },
    });
    const { record } = workspace;

    const [one, two] = await Promise.all([run(record, aRun('a')), run(record, aRun('b', 'c'))]);

    expect(one).toEqual({ outcome: { kind: 'done', exitCode: 1 }, printed: ['out a'] });
    expect(two).toEqual({ outcome: { kind: 'done', exitCode: 2 }, printed: ['out b,c'] });
  });

  it('is found from a folder inside, and not from one beside it', async () => {
    const workspace = aWorkspace();
    await workspace.serve();

    expect(workspace.find(`${workspace.workspaceRoot}/src/deep`)).toEqual(workspace.record);
    expect(workspace.find(workspace.root)).toBeUndefined();
    expect(workspace.record).toMatchObject({ pid: process.pid, kind: 'serve', workspaceRoot: workspace.workspaceRoot });
  });

  it('describes itself, and counts what it has answered', async () => {
    const workspace = aWorkspace();
    await workspace.serve({ idleMinutes: 5 });
    await run(workspace.record, aRun('map'));

    expect(await ask(workspace.record, 'describe')).toEqual([
      {
        description: expect.objectContaining({
          ...{ pid: process.pid, kind: 'serve', answered: 1, idleMinutes: 5 },
          startedAt: '2026-01-01T00:00:00.000Z',
        }) as unknown,
      },
    ]);
  });

  it('ends when it is told to, and leaves nothing behind', async () => {
    const workspace = aWorkspace();
    const server = await workspace.serve();

    const stopping = ask(workspace.record, 'stop');
    expect(await server.ended).toBe('stopped');
    server.release();

    expect(await stopping).toEqual([{ stopping: true }]);
    expect(readdirSync(workspace.folder)).toEqual([]);
  });

  it('ends the connection of whoever has stopped it last, when it has let go of the workspace', async () => {
    const workspace = aWorkspace();
    const server = await workspace.serve();
    const { record } = workspace;
    const waiting = ask(record, 'wait');
    // A whole question and answer, before which the other one has asked to wait.
    await ask(record, 'describe');
    const others = ask(record, 'stop');
    const replies = (await connectTo(record)).ask({ ask: 'stop' }, 0);
    let hasEnded = false;

    expect((await replies.next()).value).toEqual({ stopping: true });
    const end = replies.next().then(({ done }) => (hasEnded = done === true));
    expect([await server.ended, await waiting]).toEqual(['stopped', [{ stopping: true }]]);
    await workspace.clock.advanceWhenIdle(0);
    expect(hasEnded).toBe(false);
    server.release();

    expect([await end, await others]).toEqual([true, [{ stopping: true }]]);
  });

  it('hands a command back that it cannot answer, with what it printed dropped', async () => {
    const workspace = aWorkspace();
    await workspace.serve({
      run: (_request, { stdout, refuse }) => {
        refuse('it reads standard input');
        stdout('an error');
        return Promise.resolve(1);
      },
    });

    const ran = await run(workspace.record, aRun('pack', '-'));

    expect(ran).toEqual({ outcome: { kind: 'not-run', reason: 'it reads standard input' }, printed: [] });
  });

  it('reads what comes on standard input, as bytes, to its end', async () => {
    const workspace = aWorkspace();
    await workspace.serve({
      run: async (_request, { stdin, stdout }) => {
        stdout((await buffer(stdin)).toString('hex'));
        return 0;
      },
    });

    const { outcome, printed } = await run(workspace.record, aRun('pack', '-'), {
      stdin: Readable.from([Buffer.from([0xc3]), Buffer.from([0xa9, 0]), 'text']),
    });

    expect([outcome.kind, printed]).toEqual(['done', ['out c3a90074657874']]);
  });

  it('leaves standard input alone when the run does not read it, or not to its end', async () => {
    const workspace = aWorkspace();
    await workspace.serve({
      run: async ({ argv }, { stdin }) => {
        if (argv[0] === 'pack') await once(stdin, 'readable');
        return 0;
      },
    });
    const untouched = new PassThrough();
    const begun = new PassThrough();
    untouched.write('for the next command');
    begun.write('a part');

    expect((await run(workspace.record, aRun('map'), { stdin: untouched })).outcome.kind).toBe('done');
    expect((await run(workspace.record, aRun('pack'), { stdin: begun })).outcome.kind).toBe('done');

    expect(String(untouched.read())).toBe('for the next command');
    expect(begun.isPaused()).toBe(true);
  });

  it('cannot be replaced by another process once it has read standard input', async () => {
    const workspace = aWorkspace();
    await workspace.serve({
      run: async (_request, { stdin, refuse }) => {
        await buffer(stdin);
        refuse('too late');
        return 0;
      },
    });

    expect((await run(workspace.record, aRun('pack', '-'))).outcome.kind).toBe('broken');
  });

  it('cancels the run of a command that goes away', async () => {
    const workspace = aWorkspace();
    const gone = new AbortController();
    let isCancelled: Promise<unknown> = Promise.resolve();
    await workspace.serve({
      run: async (_request, { signal }) => {
        isCancelled = once(signal, 'abort');
        gone.abort();
        await isCancelled;
        return 0;
      },
    });

    const { outcome } = await run(workspace.record, aRun('search', 'lamp'), { signal: gone.signal });
    await isCancelled;

    expect(outcome.kind).toBe('not-run');
  });

  it('says that it is there while a command takes long', async () => {
    const workspace = aWorkspace();
    let finish: (exitCode: number) => void = () => undefined;
    await workspace.serve({
      run: () => {
        setImmediate(() => workspace.clock.advance(1_000));
        return new Promise((resolve) => (finish = resolve));
      },
    });
    const replies: WarmReply[] = [];
    const connection = await connectTo(workspace.record);

    for await (const reply of connection.ask({ ask: 'run', run: aRun('map') }, 0)) {
      replies.push(reply);
      finish(0);
    }

    expect(replies).toEqual([{ alive: true }, { exit: 0 }]);
  });

  it('is asked nothing by a command of another version', async () => {
    const workspace = aWorkspace();
    const requests: RunRequest[] = [];
    workspace.identity = 'version 2';
    await workspace.serve({ run: (request) => Promise.resolve(requests.push(request)) });

    const { outcome } = await run(workspace.record, aRun('pack', 'a secret task'));

    expect(outcome).toEqual({ kind: 'not-run', reason: `process ${process.pid} runs another version` });
    expect(requests).toEqual([]);
  });

  it.each([
    ['before it has printed anything, so that the command runs itself', false, 'not-run'],
    ['in the middle of what it prints, which is said', true, 'broken'],
  ])('may end %s', async (_when, prints, kind) => {
    const workspace = aWorkspace();
    const server = await workspace.serve({
      run: async (_request, { stdout, signal }) => {
        if (prints) stdout('half');
        void server.close();
        // The moment of grace is over.
        setImmediate(() => workspace.clock.advance(1_000));
        await once(signal, 'abort');
        return 0;
      },
    });

    const { outcome, printed } = await run(workspace.record, aRun('map'));

    expect([outcome.kind, printed]).toEqual([kind, prints ? ['out half'] : []]);
  });

  it('is not started twice: the second is told of the first', async () => {
    const workspace = aWorkspace();
    await workspace.serve({ kind: 'mcp' });

    const other = await workspace.open();

    expect(other).toMatchObject({ record: { kind: 'mcp', pid: process.pid }, connection: { identity: 'version 1' } });
    if ('connection' in other && other.connection !== 'busy') other.connection.close();
  });

  it.each([
    ['beside the record', undefined],
    ['in a folder of its own', 'c'.repeat(120)],
  ])('takes the place of one that was killed, and of what that has left behind %s', async (_where, cacheName) => {
    const workspace = aWorkspace(cacheName);
    const killed = await workspace.serve();
    const { record } = workspace;
    const path = recordPath(workspace.folder, workspace.workspaceRoot);
    const text = readFileSync(path);
    const left = join(workspace.workspaceRoot, 'left.sock');
    renameSync(record.address, left);
    await killed.close();
    mkdirSync(dirname(record.address), { recursive: true });
    renameSync(left, record.address);
    writeFileSync(path, text, { mode: 0o600 });

    expect((await run(record, aRun('map'))).outcome.kind).toBe('not-run');
    await workspace.serve();

    expect((await run(workspace.record, aRun('map'))).outcome.kind).toBe('done');
    const { address } = workspace.record;
    const beside = dirname(address) === workspace.folder ? [basename(address)] : [];
    expect(readdirSync(workspace.folder).sort()).toEqual([basename(path), ...beside].sort());
    expect(existsSync(record.address)).toBe(false);
    expect(existsSync(dirname(record.address))).toBe(beside.length > 0);
  });

  it('has its socket elsewhere where the folder has too long a name', async () => {
    const workspace = aWorkspace('c'.repeat(120));
    const server = await workspace.serve();
    const { record } = workspace;

    expect(Buffer.byteLength(record.address)).toBeLessThanOrEqual(100);
    expect((await run(record, aRun('map'))).outcome.kind).toBe('done');
    await server.close();
    expect(existsSync(dirname(record.address))).toBe(false);
  });

  it('answers nobody who does not know the secret', async () => {
    const workspace = aWorkspace();
    const requests: RunRequest[] = [];
    await workspace.serve({ run: (request) => Promise.resolve(requests.push(request)) });
    const { record } = workspace;
    const received = async (...lines: readonly object[]): Promise<string> => {
      const socket = connect(record.address).setEncoding('utf8');
      let text = '';
      socket.on('data', (piece: string) => (text += piece));
      // It may be cut off while it sends.
      socket.on('error', () => undefined);
      for (const line of lines) socket.write(`${JSON.stringify(line)}\n`);
      // Not by "once", which fails with the connection.
      await new Promise<void>((resolve) => socket.on('close', () => resolve()));
      return text;
    };
    const challenge = { lexichord: 1, challenge: 'c' };
    const request = { proof: 'p'.repeat(43), ask: 'run', run: aRun('map') };

    expect(await received({ lexichord: 2 })).toBe('');
    expect(await received({ a: 'x'.repeat(9_000_000) })).toBe('');
    expect((await received(challenge, request)).split('\n')).toHaveLength(2);
    expect((await received(challenge, { ...request, ask: 'stop' })).split('\n')).toHaveLength(2);
    expect(requests).toEqual([]);
    expect((await run(record, aRun('map'))).outcome.kind).toBe('done');
  });
});
