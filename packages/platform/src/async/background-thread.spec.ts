import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { BackgroundThread } from './background-thread.js';

/** Answers with its thread's number, hangs, or dies. */
const script = `
import { parentPort, threadId } from 'node:worker_threads';
parentPort.on('message', (what) => {
  if (what === 'hang') for (;;);
  if (what === 'die') process.exit(1);
  if (what === 'throw') throw new RangeError('on purpose');
  parentPort.postMessage([what, threadId]);
  if (what instanceof Int32Array) {
    Atomics.store(what, 0, 1);
    Atomics.notify(what, 0);
  }
});
`;

describe('BackgroundThread', () => {
  let folder: string;
  let thread: BackgroundThread;
  let idleMs: number;
  /** Resolves with the next message, or `lost`. */
  let hear: (what: unknown) => void;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lexichord-thread-'));
    await writeFile(join(folder, 'script.mjs'), script);
    idleMs = 60_000;
  });

  afterEach(async () => {
    await thread.end();
    await rm(folder, { recursive: true });
  });

  function open(): void {
    thread = new BackgroundThread({
      script: pathToFileURL(join(folder, 'script.mjs')),
      maxHeapMb: 64,
      idleMs,
      onMessage: (message) => hear(message),
      onLost: () => hear('lost'),
    });
  }

  function ask(what: string): Promise<unknown> {
    return new Promise((resolve) => {
      hear = resolve;
      thread.post(what);
    });
  }

  it('can be started before there is work for it', async () => {
    open();
    const early = thread;
    early.prepare();
    early.prepare();
    open();
    const [, late] = (await ask('started with its work')) as [string, number];
    await thread.end();
    thread = early;

    const [, number] = (await ask('started before')) as [string, number];

    // Threads are numbered as they are started.
    expect(number).toBeLessThan(late);
  });

  it('keeps to itself what a thread said that was ended before it was heard', async () => {
    open();
    await ask('one');
    const heard = jest.fn();
    hear = heard;
    const answered = new Int32Array(new SharedArrayBuffer(4));
    thread.post(answered);
    // This thread does not listen while it waits here; the other one answers.
    expect(Atomics.wait(answered, 0, 0, 60_000)).not.toBe('timed-out');

    await thread.end();
    await setImmediate();

    expect(heard).not.toHaveBeenCalled();
  });

  it('answers from one thread, also after a rest', async () => {
    open();
    const first = await ask('one');
    thread.rest();

    const second = await ask('two');

    expect(second).toEqual(['two', (first as [string, number])[1]]);
  });

  it.each(['die', 'throw'])('tells once when the thread ends of itself (%s), and starts another one', async (how) => {
    open();
    const first = (await ask('one')) as [string, number];

    expect(await ask(how)).toBe('lost');
    const second = (await ask('two')) as [string, number];

    expect(second[0]).toBe('two');
    expect(second[1]).not.toBe(first[1]);
  });

  it('can be ended in the middle of anything, and tells nobody', async () => {
    open();
    await ask('one');
    const heard: unknown[] = [];
    hear = (what) => heard.push(what);
    thread.post('hang');

    await thread.end();

    expect(heard).toEqual([]);
    expect(await ask('two')).toMatchObject(['two', expect.any(Number)]);
  });

  it('ends at rest, and not while somebody waits', async () => {
    idleMs = 1;
    open();
    const first = (await ask('one')) as [string, number];
    const same = (await ask('two')) as [string, number];
    thread.rest();
    thread.rest();
    // As long as it lives, so does its number; the timer of the rest is the shortest there is.
    let next = same;
    for (let attempt = 0; next[1] === first[1] && attempt < 200; attempt += 1) {
      await setTimeout(5);
      next = (await ask('again')) as [string, number];
      thread.rest();
    }

    expect(same[1]).toBe(first[1]);
    expect(next[1]).not.toBe(first[1]);
  });
});
