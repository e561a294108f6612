import { faultOf } from '../errors/storage-error.js';
import { retry } from './retry.js';

describe('retry', () => {
  const policy = { isWorthIt: (error: unknown) => faultOf(error) === 'lost-commit', maxAttempts: 3, firstDelayMs: 10 };
  const failing = (times: number, message: string): jest.Mock<Promise<string>, []> => {
    let left = times;
    return jest.fn(() => (left-- > 0 ? Promise.reject(new TypeError(message)) : Promise.resolve('done')));
  };

  it('tries again while a commit loses, up to its limit', async () => {
    const twice = failing(2, 'Retryable commit conflict for version 3');
    const always = failing(99, 'Incompatible transaction: concurrent transaction UpdateConfig at version 17');

    expect(await retry(twice, { ...policy, random: () => 0 })).toBe('done');
    await expect(retry(always, { ...policy, random: () => 0.1 })).rejects.toThrow('Incompatible transaction');

    expect([twice.mock.calls.length, always.mock.calls.length]).toEqual([3, 3]);
  });

  it('does not repeat what failed for another reason', async () => {
    const work = failing(1, 'No space left on device (os error 28)');

    await expect(retry(work, { ...policy, random: () => 0 })).rejects.toThrow('No space left');

    expect(work).toHaveBeenCalledTimes(1);
  });

  it('stops when it is cancelled', async () => {
    const work = failing(1, 'commit conflict');

    await expect(
      retry(work, { ...policy, random: () => 0, signal: AbortSignal.abort(new RangeError('enough')) }),
    ).rejects.toThrow('enough');

    expect(work).not.toHaveBeenCalled();
  });
});
