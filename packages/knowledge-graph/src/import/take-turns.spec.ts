import { takeTurns } from './take-turns.js';

/** Portions of work that take two hundredths of a second each. */
function* slowly(portions: number, onPortion: () => void): Generator<void> {
  for (let portion = 0; portion < portions; portion += 1) {
    const ends = performance.now() + 21;
    while (performance.now() < ends);
    onPortion();
    yield;
  }
}

describe('takeTurns', () => {
  it('lets others have their turn', async () => {
    const order: string[] = [];
    setImmediate(() => order.push('other'));

    await takeTurns(slowly(3, () => order.push('portion')));

    expect(order).toHaveLength(4);
    expect(order.indexOf('other')).toBeLessThan(3);
  });

  it('ends with the reason of the signal', async () => {
    const controller = new AbortController();
    const reason = new TypeError('enough');
    let portions = 0;
    setImmediate(() => controller.abort(reason));

    const working = takeTurns(
      slowly(100, () => (portions += 1)),
      controller.signal,
    );

    await expect(working).rejects.toBe(reason);
    expect(portions).toBeLessThan(100);
  });
});
