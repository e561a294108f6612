import { getEventListeners } from 'node:events';

import { ManualClock } from '@lexichord/testing';

import { raceWithSignal, sharedSignal, withDeadline } from './abort-signals.js';

describe('raceWithSignal', () => {
  it('gives what the work gives', async () => {
    const { signal } = new AbortController();

    await expect(raceWithSignal(Promise.resolve(7), signal)).resolves.toBe(7);
    await expect(raceWithSignal(Promise.reject(new TypeError('broken')), signal)).rejects.toThrow('broken');
  });

  it('rejects with the reason when the signal aborts during work that never ends', async () => {
    const controller = new AbortController();
    const racing = raceWithSignal(new Promise(() => undefined), controller.signal);

    controller.abort(new RangeError('enough'));

    await expect(racing).rejects.toThrow('enough');
  });

  it('rejects for everyone who waits with the same signal, except whose work is done', async () => {
    const controller = new AbortController();
    const endless = [1, 2].map(() => raceWithSignal(new Promise(() => undefined), controller.signal));
    await raceWithSignal(Promise.resolve(1), controller.signal);

    controller.abort('enough');

    expect(await Promise.allSettled(endless)).toEqual(Array(2).fill({ status: 'rejected', reason: 'enough' }));
  });

  it('rejects at once when the signal was aborted before', async () => {
    const racing = raceWithSignal(Promise.resolve('late'), AbortSignal.abort(new RangeError('too late')));

    await expect(racing).rejects.toThrow('too late');
  });

  it('adds one listener to a signal, however many wait with it: Node warns of a leak from eleven on', async () => {
    const { signal } = new AbortController();
    const racing = Promise.all(
      Array.from({ length: 50 }, (_unused, index) => raceWithSignal(Promise.resolve(index), signal)),
    );

    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await racing;
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});

describe('sharedSignal', () => {
  it('aborts with the reason of the first signal that does', () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const shared = sharedSignal([first.signal, second.signal]);
    let heard = 0;
    shared.addEventListener('abort', () => (heard += 1));

    second.abort('second');
    first.abort('first');

    expect([shared.reason, heard]).toEqual(['second', 1]);
  });
});

describe('withDeadline', () => {
  it('aborts the signal of work that takes too long', async () => {
    const clock = new ManualClock();
    const working = withDeadline({ timeoutMs: 50, clock }, (deadline) =>
      raceWithSignal(new Promise(() => 0), deadline),
    );

    clock.advance(50);

    await expect(working).rejects.toMatchObject({ name: 'TimeoutError', message: 'Not done within 50 ms.' });
  });

  it('stops its timer when the work ends, however it does', async () => {
    const clock = new ManualClock();

    await expect(withDeadline({ timeoutMs: 50, clock }, () => Promise.resolve(7))).resolves.toBe(7);
    await expect(withDeadline({ timeoutMs: 50, clock }, () => Promise.reject(new TypeError('no')))).rejects.toThrow(
      'no',
    );
    expect(clock.runningTimers).toBe(0);
  });
});
