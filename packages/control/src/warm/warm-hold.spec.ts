import { once } from 'node:events';
import { chmodSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type Socket, createServer } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

import { linesOf, sendLine } from './lines.js';
import { AWarmWorkspace, ask, connectTo } from './test-support/a-warm-workspace.js';
import { recordPath } from './warm-folder.js';
import { type WarmHold, type WarmHoldOptions, holdWarm } from './warm-hold.js';
import { type Challenge, proofOf } from './warm-protocol.js';
import { type WarmKind, type WarmRecord, warmKinds } from './warm-record.js';

describe('a process that waits for the end of another one', () => {
  let workspace: AWarmWorkspace;
  let holds: WarmHold[];
  /** Whose turn it was, in order. */
  let turns: string[];
  let failures: unknown[];

  beforeEach(() => {
    workspace = new AWarmWorkspace();
    [holds, turns, failures] = [[], [], []];
  });

  afterEach(async () => {
    await Promise.all(holds.map((hold) => hold.close()));
    await workspace.dispose();
  });

  const take = async (kind: WarmKind, options: Partial<WarmHoldOptions> = {}): Promise<WarmHold> => {
    const { workspaceRoot, environment, clock } = workspace;
    const hold = await holdWarm({
      ...{ workspaceRoot, environment, clock, kind, identity: () => workspace.identity },
      ...{ run: () => Promise.resolve(0), connecting: { helloMs: 0 } },
      onHolding: () => turns.push(kind),
      onFailure: (error) => failures.push(error),
      ...options,
    });
    holds.push(hold);
    return hold;
  };

  it('answers when that one has ended, and leaves nothing behind', async () => {
    const first = await take('serve');
    const second = await take('mcp');
    expect(turns).toEqual(['serve']);

    await first.close();
    await until(() => turns.length === 2);

    const connection = await connectTo(workspace.record);
    expect([workspace.record.kind, connection.identity]).toEqual(['mcp', 'version 1']);
    connection.close();
    await second.close();
    expect([readdirSync(workspace.folder), failures]).toEqual([[], []]);
    expect(workspace.clock.runningTimers).toBe(0);
  });

  it('answers after one that ends because nobody asks it', async () => {
    const server = await workspace.serve({ idleMinutes: 1 });
    await take('mcp');

    workspace.clock.advance(60_000);

    expect(await server.ended).toBe('idle');
    await until(() => turns.length === 1);
    expect(workspace.record.kind).toBe('mcp');
  });

  it('does not answer when that one was stopped, so that commands run by themselves again', async () => {
    const server = await workspace.serve();
    const hold = await take('mcp');
    const { record } = workspace;
    const waiting = ask(record, 'wait');
    // A whole question and answer, before which both have asked to wait.
    await ask(record, 'describe');

    const stopping = ask(record, 'stop');
    expect(await server.ended).toBe('stopped');
    server.release();

    expect([await stopping, await waiting]).toEqual([[{ stopping: true }], [{ stopping: true }]]);
    await hold.close();
    expect([turns, workspace.find()]).toEqual([[], undefined]);
  });

  it('is one of several, of which one after the other answers', async () => {
    const byKind = new Map<WarmKind, WarmHold>();
    for (const kind of warmKinds) byKind.set(kind, await take(kind));

    while (byKind.size > 0) {
      // Those that wrote a record at the same time see within a second whose was the last.
      await until(() => byKind.has(workspace.find()?.kind ?? ('none' as WarmKind)), workspace.clock);
      const { kind } = workspace.record;
      const hold = byKind.get(kind);
      byKind.delete(kind);
      await hold?.close();
    }

    expect([readdirSync(workspace.folder), failures]).toEqual([[], []]);
  });

  it('ends at once, and lets the other one be', async () => {
    await take('serve');
    const second = await take('mcp');
    const { record } = workspace;

    await second.close();

    expect([workspace.record, turns]).toEqual([record, ['serve']]);
  });

  it('does not answer with the code of a version that was replaced', async () => {
    const first = await take('serve');
    await take('mcp');

    workspace.identity = 'version 2';
    await first.close();
    await Promise.all(holds.map((hold) => hold.close()));

    expect([turns, workspace.find()]).toEqual([['serve'], undefined]);
  });

  it('tells when it cannot answer, because the folder was opened to others', async () => {
    const first = await take('serve');
    await take('mcp');

    chmodSync(workspace.folder, 0o755);
    await first.close();
    await until(() => failures.length === 1);

    expect(failures).toEqual([
      expect.objectContaining({ code: 'io-failed', details: { folder: workspace.folder } }) as unknown,
    ]);
  });

  it('waits no more for one that ends its connections and goes on, as another version may', async () => {
    await workspace.serve();
    const record: WarmRecord = { ...workspace.record, address: join(workspace.folder, 'other.sock') };
    let connections = 0;
    let ended = 0;
    const answer = async (socket: Socket): Promise<void> => {
      const lines = linesOf(socket, { maxBytes: Infinity });
      const { challenge } = JSON.parse((await lines.next()).value ?? '') as Challenge;
      sendLine(socket, { proof: proofOf(record.secret, 'process', challenge), identity: 'version 0', challenge });
      await lines.next();
    };
    const other = createServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined);
      void answer(socket)
        .catch(() => undefined)
        .then(() => socket.destroy())
        .then(() => (ended += 1));
    }).listen(record.address);
    await once(other, 'listening');
    chmodSync(record.address, 0o600);
    writeFileSync(recordPath(workspace.folder, workspace.workspaceRoot), JSON.stringify(record));

    const hold = await take('mcp');
    // One at the start, and again three times; the last is not asked to wait.
    await until(() => ended === 4);
    (await connectTo(record)).close();
    await hold.close();

    expect([connections, turns, failures]).toEqual([5, [], []]);
    expect(workspace.record).toEqual(record);
    rmSync(recordPath(workspace.folder, workspace.workspaceRoot));
    other.close();
    await once(other, 'close');
  });
});

/** Goes on when it holds, which others bring about. @param clock goes on meanwhile */
async function until(isSo: () => boolean, clock?: AWarmWorkspace['clock']): Promise<void> {
  while (!isSo()) {
    clock?.advance(1_000);
    await setImmediate();
  }
}
