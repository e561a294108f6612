import { delayedSignal } from './delayed-signal.js';

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
