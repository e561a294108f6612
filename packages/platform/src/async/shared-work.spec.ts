import { SharedWork } from './shared-work.js';

const { signal } = new AbortController();

describe('SharedWork', () => {
  it('is done once for all who ask for one key meanwhile, and again afterwards', async () => {
    let runs = 0;
    const shared = new SharedWork<number>();
    const work = (): Promise<number> => Promise.resolve((runs += 1));

    expect(await Promise.all([shared.join('a', work, undefined), shared.join('a', work, signal)])).toEqual([1, 1]);
    expect(await shared.join('a', work, undefined)).toBe(2);
  });

  it('is done for each key', async () => {
    const shared = new SharedWork<string>();

    const both = ['a', 'b'].map((key) => shared.join(key, () => Promise.resolve(key), undefined));

    expect(await Promise.all(both)).toEqual(['a', 'b']);
  });

  it('is called off when the last who waited has gone', async () => {
    const signals: AbortSignal[] = [];
    const shared = new SharedWork<never>();
    const work = (own: AbortSignal): Promise<never> => {
      signals.push(own);
      return new Promise<never>(() => undefined);
    };
    const [first, second] = [new AbortController(), new AbortController()];
    const waiting = [shared.join('a', work, first.signal), shared.join('a', work, second.signal)];

    first.abort();
    await expect(waiting[0]).rejects.toBe(first.signal.reason);
    expect(signals[0]?.aborted).toBe(false);
    second.abort();
    await expect(waiting[1]).rejects.toBe(second.signal.reason);

    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('fails for all who wait', async () => {
    const shared = new SharedWork<never>();
    const work = (): Promise<never> => Promise.reject(new DOMException('broken'));

    const outcomes = await Promise.allSettled([shared.join('a', work, undefined), shared.join('a', work, undefined)]);

    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
