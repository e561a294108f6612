import { ExitCode } from './exit-code.js';
import { Interruption, delayedSignal, exitCodeOfInterruption } from './interruption.js';

describe('exitCodeOfInterruption', () => {
  it('is 128 and the number of the signal, as shells have it', () => {
    expect(exitCodeOfInterruption(AbortSignal.abort(new Interruption('SIGINT')))).toBe(130);
    expect(exitCodeOfInterruption(AbortSignal.abort(new Interruption('SIGTERM')))).toBe(143);
    expect([ExitCode.interrupted, ExitCode.terminated]).toEqual([130, 143]);
  });

  it('takes what a host aborts for an interrupt by the user', () => {
    expect(exitCodeOfInterruption(AbortSignal.abort())).toBe(130);
    expect(exitCodeOfInterruption(undefined)).toBe(130);
  });
});

describe('delayedSignal', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('aborts later, for the same reason', () => {
    const controller = new AbortController();
    const delayed = delayedSignal(controller.signal, 3_000);

    jest.advanceTimersByTime(10_000);
    controller.abort('enough');
    jest.advanceTimersByTime(2_999);
    const before = delayed.aborted;
    jest.advanceTimersByTime(1);

    expect([before, delayed.aborted, delayed.reason]).toEqual([false, true, 'enough']);
  });

  it('aborts later although the other was aborted before', () => {
    const delayed = delayedSignal(AbortSignal.abort('enough'), 3_000);

    const before = delayed.aborted;
    jest.advanceTimersByTime(3_000);

    expect([before, delayed.reason]).toEqual([false, 'enough']);
  });
});
