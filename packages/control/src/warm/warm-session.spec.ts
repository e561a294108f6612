import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';

import { usedHeapBytes } from '@lexichord/testing';

import { type RelayedSession, type SessionEvent, type SessionOutcome, askSession } from './ask-session.js';
import { type AWarmWorkspace, WarmWorkspaces, aRun, ask, connectTo } from './test-support/a-warm-workspace.js';
import type { WarmReply } from './warm-protocol.js';
import type { WarmServerOptions } from './warm-server.js';

const workspaces = new WarmWorkspaces();
const aWorkspace = workspaces.make;
const relayed: Pick<RelayedSession, 'close'>[] = [];

afterEach(async () => {
  for (const session of relayed.splice(0)) session.close();
  await workspaces.dispose();
});

const stderr = (): void => undefined;

function outcomeOf({ record }: AWarmWorkspace, options: { readonly stderr?: (text: string) => void } = {}) {
  return askSession(record, aRun('mcp'), { identity: 'version 1', helloMs: 0, stderr, ...options });
}

async function sessionIn(workspace: AWarmWorkspace): Promise<RelayedSession> {
  const outcome = await outcomeOf(workspace);
  if (outcome.kind !== 'served') throw new TypeError(`It is ${outcome.kind}.`);
  relayed.push(outcome.session);
  return outcome.session;
}

async function eventsOf({ events }: RelayedSession): Promise<readonly SessionEvent[]> {
  const all: SessionEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** As input is sent. */
function textOf(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** Sends back what it gets, in capitals. */
const echo: WarmServerOptions['session'] = async (_request, { stdin, stdout }) => {
  try {
    for await (const text of stdin.setEncoding('utf8')) stdout.write(String(text).toUpperCase());
    return 3;
  } catch {
    return 130;
  }
};

describe('the session of a client in a warm process', () => {
  it('passes on what both sides say, whole and in order, until the client ends it', async () => {
    const workspace = aWorkspace();
    await workspace.serve({ session: echo });
    const session = await sessionIn(workspace);
    const text = `${'a \u{1F600} line '.repeat(50_000)}\n`;

    const events = eventsOf(session);
    await session.send(text);
    await session.send('and more\n');
    session.end();
    await session.send('what comes too late\n');

    const all = await events;
    expect(all.at(-1)).toEqual({ exit: 3 });
    expect(all.map((event) => ('out' in event ? event.out : '')).join('')).toBe(`${text}and more\n`.toUpperCase());
  });

  it('is refused before anything was read, with the reason, and what was printed is dropped', async () => {
    const workspace = aWorkspace();
    await workspace.serve({
      session: (_request, session) => {
        session.refuse('it is tired');
        session.stderr('nobody reads this');
        return Promise.resolve(0);
      },
    });
    const printed: string[] = [];

    const outcome = await outcomeOf(workspace, { stderr: (text) => printed.push(text) });

    expect([outcome, printed]).toEqual([{ kind: 'not-served', reason: 'it is tired' }, []]);
  });

  it('ends with its exit code and its message where the client was asked for nothing', async () => {
    const workspace = aWorkspace();
    await workspace.serve({
      session: (_request, session) => {
        session.stderr('error: it cannot be opened\n');
        return Promise.resolve(2);
      },
    });
    const printed: string[] = [];

    const outcome = await outcomeOf(workspace, { stderr: (text) => printed.push(text) });

    expect([outcome, printed]).toEqual([{ kind: 'done', exitCode: 2 }, ['error: it cannot be opened\n']]);
  });

  it('is not asked for in a process of another version, nor where there are no sessions', async () => {
    const [one, two] = [aWorkspace(), aWorkspace()];
    await one.serve({ identity: () => 'version 2', session: echo });
    await two.serve();

    expect(await outcomeOf(one)).toEqual({
      kind: 'not-served',
      reason: `process ${process.pid} runs another version`,
    });
    expect(await outcomeOf(two)).toMatchObject({ kind: 'not-served' });
  });

  it('counts as use, and in the description', async () => {
    const workspace = aWorkspace();
    const server = await workspace.serve({ idleMinutes: 1, session: echo });
    const session = await sessionIn(workspace);
    const events = eventsOf(session);

    workspace.clock.advance(10 * 60_000);
    expect(await ask(workspace.record, 'describe')).toMatchObject([{ description: { sessions: 1, answered: 0 } }]);
    session.end();
    await events;
    workspace.clock.advance(60_000);

    expect(await server.ended).toBe('idle');
  });

  it('leaves nothing in the memory of the process once it has ended', async () => {
    const workspace = aWorkspace();
    let input: WeakRef<object> | undefined;
    await workspace.serve({
      session: async (_request, { stdin }) => {
        input = new WeakRef(stdin);
        stdin.resume();
        await once(stdin, 'end');
        return 0;
      },
    });
    const session = await sessionIn(workspace);

    const events = eventsOf(session);
    session.end();

    expect(await events).toEqual([{ exit: 0 }]);
    // The limit of the test ends it.
    while (input?.deref() !== undefined) {
      await setImmediate();
      usedHeapBytes();
    }
  });

  it('is one of sixteen at most', async () => {
    const workspace = aWorkspace();
    await workspace.serve({ session: echo });
    for (let count = 0; count < 16; count += 1) await sessionIn(workspace);

    expect(await outcomeOf(workspace)).toEqual({ kind: 'not-served', reason: 'it serves no more sessions' });
  });

  it('is aborted when whoever relays it has gone', async () => {
    const workspace = aWorkspace();
    let hasEnded: (isAborted: boolean) => void = () => undefined;
    const ended = new Promise<boolean>((resolve) => (hasEnded = resolve));
    await workspace.serve({
      session: async (_request, { stdin, signal }) => {
        stdin.resume();
        await once(stdin, 'close');
        hasEnded(signal.aborted);
        return 0;
      },
    });
    const session = await sessionIn(workspace);

    session.close();

    expect(await ended).toBe(true);
  });

  it('is given up by whoever relays it when the process says nothing, whatever is sent to it', async () => {
    const workspace = aWorkspace();
    await workspace.serve({
      session: async (_request, { stdin }) => {
        stdin.resume();
        await once(stdin, 'close');
        return 0;
      },
    });
    const connection = await connectTo(workspace.record);
    relayed.push(connection);
    const replies: WarmReply[] = [];
    const over = new AbortController();

    const reading = (async () => {
      for await (const reply of connection.ask({ ask: 'session', run: aRun('mcp') }, 300)) replies.push(reply);
      over.abort();
    })();
    // Its clock stands still, and so it does not say that it is there.
    while (!over.signal.aborted) {
      await connection.send({ in: textOf('a line') });
      await setImmediate();
    }

    await reading;
    expect(replies).toEqual([{ input: true }]);
  });

  it('is not given up because whoever relays it was stopped for a while', async () => {
    const workspace = aWorkspace();
    await workspace.serve({ session: echo });
    const connection = await connectTo(workspace.record);
    relayed.push(connection);
    const replies = connection.ask({ ask: 'session', run: aRun('mcp') }, 60);
    await replies.next();

    const answer = replies.next();
    void connection.send({ in: textOf('a line') });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 90);

    expect(await answer).toEqual({ done: false, value: { out: 'A LINE' } });
  });

  it.each([
    ['is told to stop', true, (w: AWarmWorkspace) => ask(w.record, 'stop')],
    ['closes', false, (w: AWarmWorkspace) => w.dispose()],
  ])('hears that the process %s, and has a moment for its answers', async (_what, isStopped, end) => {
    const workspace = aWorkspace();
    const server = await workspace.serve({ session: echo });
    const session = await sessionIn(workspace);
    const received: SessionEvent[] = [];

    const ending = end(workspace);
    for await (const event of session.events) {
      received.push(event);
      if ('leaving' in event) await session.send('a last one\n');
      if ('out' in event) break;
    }
    session.close();

    expect(received).toEqual([{ leaving: { isStopped } }, { out: 'A LAST ONE\n' }]);
    await server.ended;
    server.release();
    await ending;
  });

  it('ends with the process at last, also where it does not leave', async () => {
    const workspace = aWorkspace();
    const server = await workspace.serve({ session: echo });
    const session = await sessionIn(workspace);

    void server.close();
    const events: SessionEvent[] = [];
    for await (const event of session.events) {
      events.push(event);
      workspace.clock.advance(1_000);
    }

    expect(events).toEqual([{ leaving: { isStopped: false } }]);
    await server.ended;
  });

  it('goes on in a process whose program was updated, until its client ends it; nobody else is answered', async () => {
    const workspace = aWorkspace();
    const server = await workspace.serve({ session: echo });
    const session = await sessionIn(workspace);
    const { record } = workspace;

    workspace.identity = 'version 2';
    workspace.clock.advance(1_000);
    while (workspace.find() !== undefined) await setImmediate();
    const late: SessionOutcome = await askSession(record, aRun('mcp'), { identity: 'version 1', helloMs: 0, stderr });
    const events = eventsOf(session);
    await session.send('still here\n');
    session.end();

    expect(late.kind).toBe('not-served');
    expect(await events).toEqual([{ out: 'STILL HERE\n' }, { exit: 3 }]);
    expect(await server.ended).toBe('updated');
  });

  it('takes from a client no more than it reads, and nothing while the client does not read', async () => {
    const workspace = aWorkspace();
    let [taken, written] = [0, 0];
    await workspace.serve({
      session: async (_request, { stdin, stdout }) => {
        for await (const bytes of stdin as AsyncIterable<Buffer>) {
          taken += bytes.length;
          stdout.write('x'.repeat(bytes.length));
          written = stdout.writableLength;
        }
        return 0;
      },
    });
    const session = await sessionIn(workspace);
    const piece = 'x'.repeat(1024 * 1024);
    let sent = 0;
    // Nobody reads the answers: at some time it is not taken.
    const sending = (async () => {
      for (; sent < 64; sent += 1) await session.send(piece);
    })();
    let before = -1;
    for (let calm = 0; calm < 200; calm = taken === before ? calm + 1 : 0) {
      before = taken;
      await setImmediate();
    }

    expect(taken).toBeLessThan(32 * 1024 * 1024);
    expect(written).toBeLessThan(8 * 1024 * 1024);
    let received = 0;
    for await (const event of session.events) {
      if ('out' in event) received += event.out.length;
      if (received === 64 * piece.length) session.end();
    }
    await sending;
    expect([sent, received]).toEqual([64, 64 * piece.length]);
  });
});
