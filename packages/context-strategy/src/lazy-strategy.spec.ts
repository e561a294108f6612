import { ErrorCode, type IContextStrategy, LexichordError, type NothingGathered } from '@lexichord/abstractions';

import { LazyStrategy } from './lazy-strategy.js';

const descriptor = { strategyId: 'lazy', displayName: 'Lazy', priority: 7, maxTokens: 70, tier: 'Core' } as const;
const request = { agentId: 'copilot' };
const fragment = { sourceId: 'lazy', label: 'Lazy', content: 'x', tokenEstimate: 1, relevance: 1 };

function aLazyStrategy(nothing?: NothingGathered) {
  const calls: string[] = [];
  const loaded: Partial<IContextStrategy> = {
    gather: () => Promise.resolve(calls.push('gather') > 0 ? fragment : undefined),
    shorten: () => Promise.resolve(calls.push('shorten') > 0 ? undefined : fragment),
  };
  const strategy = new LazyStrategy({
    descriptor,
    whyNothing: () => nothing,
    load: () => {
      calls.push('load');
      return calls.length === 1
        ? Promise.reject(new LexichordError(ErrorCode.internal, 'once'))
        : Promise.resolve(loaded as IContextStrategy);
    },
  });
  return { strategy, calls };
}

describe('LazyStrategy', () => {
  it('is what its descriptor says, and loads nothing for a request that needs nothing', async () => {
    const nothing = { nothing: 'empty', message: 'Nothing there.' } as const;
    const { strategy, calls } = aLazyStrategy(nothing);

    expect(await strategy.gather(request, { maxTokens: 9 })).toBe(nothing);
    expect(strategy).toMatchObject({ strategyId: 'lazy', displayName: 'Lazy', priority: 7, maxTokens: 70 });
    expect(calls).toEqual([]);
  });

  it('loads the strategy once, again after a failure, and hands everything on', async () => {
    const { strategy, calls } = aLazyStrategy();

    await expect(strategy.gather(request, { maxTokens: 9 })).rejects.toThrow('once');
    expect(await strategy.gather(request, { maxTokens: 9 })).toBe(fragment);
    expect(await strategy.shorten(fragment, 1, { request })).toBeUndefined();

    expect(calls).toEqual(['load', 'load', 'gather', 'shorten']);
  });

  it("rejects with the signal's reason", async () => {
    const { strategy, calls } = aLazyStrategy();

    await expect(strategy.gather(request, { maxTokens: 9, signal: AbortSignal.abort('enough') })).rejects.toBe(
      'enough',
    );
    expect(calls).toEqual([]);
  });
});
