import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';

import { connectWarmProcess } from './connect-warm-process.js';
import { AWarmWorkspace, ask } from './test-support/a-warm-workspace.js';
import { DelayedHello } from './test-support/delayed-hello.js';
import { type WarmHold, type WarmHoldOptions, holdWarm } from './warm-hold.js';

/** No process of these tests answers by itself, and so all of it is always waited. */
const brief = { helloMs: 50 };

describe('a warm process that lives and does not answer', () => {
  let workspace: AWarmWorkspace;
  let holds: WarmHold[];
  let events: string[];
  let delayed: DelayedHello | undefined;
  let answer: () => void;
  let answers: Promise<void>;

  beforeEach(() => {
    workspace = new AWarmWorkspace();
    [holds, events] = [[], []];
    answers = new Promise((resolve) => (answer = resolve));
  });

  afterEach(async () => {
    delayed?.close();
    delayed = undefined;
    await Promise.all(holds.map((hold) => hold.close()));
    await workspace.dispose();
  });

  const take = async (options: Partial<WarmHoldOptions> = {}): Promise<WarmHold> => {
    const { workspaceRoot, environment, clock } = workspace;
    const hold = await holdWarm({
      ...{ workspaceRoot, environment, clock, kind: 'mcp', identity: () => workspace.identity },
      ...{ run: () => Promise.resolve(0), connecting: brief },
      onHolding: () => events.push('holds'),
      onBusy: ({ pid }) => events.push(`process ${pid} is busy`),
      onFailure: (error) => events.push(String(error)),
      ...options,
    });
    holds.push(hold);
    return hold;
  };

  it('is busy, and one that has ended has gone', async () => {
    const server = await workspace.serve();
    const { record } = workspace;
    delayed = await DelayedHello.before(workspace, () => answers);

    expect(await connectWarmProcess(delayed.record, brief)).toBe('busy');
    expect(await connectWarmProcess(delayed.record, { helloMs: 0, signal: AbortSignal.abort() })).toBe('busy');
    await server.close();
    expect(await connectWarmProcess(record, brief)).toBe('gone');
  });

  it('is busy, too, when more wait for it than the system has room for', async () => {
    await workspace.serve();
    const record = { ...workspace.record, address: join(workspace.folder, 'full.sock') };
    const script = `require('net').createServer().listen({ path: process.argv[1], backlog: 1 }, () => {
      process.stdout.write('.');
      process.kill(process.pid, 'SIGSTOP');
    })`;
    const stopped = spawn(process.execPath, ['-e', script, record.address], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(stopped.stdout, 'data');
    chmodSync(record.address, 0o600);

    const outcomes = await Promise.all(Array.from({ length: 4 }, () => connectWarmProcess(record, { helloMs: 50 })));

    stopped.kill('SIGKILL');
    await once(stopped, 'close');
    expect(new Set(outcomes)).toEqual(new Set(['busy']));
    expect(await connectWarmProcess(record, brief)).toBe('gone');
  });

  it('keeps its place from one that is started', async () => {
    await workspace.serve();
    delayed = await DelayedHello.before(workspace, () => answers);

    expect(await workspace.open({ connecting: brief })).toEqual({ record: delayed.record, connection: 'busy' });

    expect(workspace.record).toEqual(delayed.record);
    expect(existsSync(delayed.record.address)).toBe(true);
  });

  it('keeps its place from one that waits, which goes on meanwhile and takes it in the end', async () => {
    await workspace.serve();
    delayed = await DelayedHello.before(workspace, () => answers);
    let hold: () => void = () => undefined;
    const holding = new Promise<void>((resolve) => (hold = resolve));

    await take({ onHolding: hold });
    expect(events).toEqual([`process ${process.pid} is busy`]);
    delayed.close();
    await holding;

    expect(workspace.record.kind).toBe('mcp');
  });

  it('may answer at last; if it is stopped then, the one that waits does not take its place', async () => {
    const server = await workspace.serve();
    const { record } = workspace;
    let connections = 0;
    let connectAgain: () => void = () => undefined;
    const connectedAgain = new Promise<void>((resolve) => (connectAgain = resolve));
    delayed = await DelayedHello.before(workspace, () => {
      connections += 1;
      if (connections === 2) connectAgain();
      return answers;
    });
    const hold = await take();

    await connectedAgain;
    answer();
    // It is answered before this one, and then waits.
    await ask(delayed.record, 'describe');
    const stopping = ask(record, 'stop');
    expect(await server.ended).toBe('stopped');
    server.release();
    await stopping;
    await hold.close();

    expect([events, workspace.find()]).toEqual([[`process ${process.pid} is busy`], undefined]);
  });

  it('does not keep one that waits from ending', async () => {
    await workspace.serve();
    delayed = await DelayedHello.before(workspace, () => answers);
    const hold = await take();

    await hold.close();

    expect(events).toEqual([`process ${process.pid} is busy`]);
    expect(workspace.record).toEqual(delayed.record);
  });

  it('has no successor when it is stopped between its answer and the question of one that waits', async () => {
    const server = await workspace.serve();
    const { record } = workspace;
    let stopping: Promise<unknown> = Promise.resolve();
    delayed = await DelayedHello.before(workspace, async () => {
      stopping = ask(record, 'stop');
      // Its record is removed; nobody is connected any more.
      while (workspace.find() !== undefined) await new Promise((resolve) => setImmediate(resolve));
      delayed?.refuseOthers();
    });

    const hold = await take({ connecting: { helloMs: 0 } });
    expect(await server.ended).toBe('stopped');
    server.release();
    await stopping;
    await hold.close();

    expect([events, workspace.find()]).toEqual([[], undefined]);
  });
});
