import fc from 'fast-check';

import { shareLimits, sharesOf, minShare, usualShares, withShare } from './column-shares.js';

describe('column shares', () => {
  it('leave every column wide enough, wherever a separator is dragged', () => {
    const moves = fc.array(fc.tuple(fc.constantFrom<0 | 1>(0, 1), fc.double({ min: -50, max: 150, noNaN: true })));
    fc.assert(
      fc.property(moves, (steps) => {
        const shares = steps.reduce((now, [separator, share]) => withShare(now, separator, share), usualShares);

        const third = 100 - shares[0] - shares[1];
        expect(Math.min(shares[0], shares[1], third)).toBeGreaterThanOrEqual(minShare - 0.001);
      }),
    );
  });

  it('change only on the two sides of the separator', () => {
    expect(withShare([28, 34], 0, 30)).toEqual([30, 32]);
    expect(withShare([28, 34], 1, 30)).toEqual([28, 30]);
    expect(shareLimits([28, 34], 0)).toEqual({ min: 18, max: 44 });
    expect(shareLimits([28, 34], 1)).toEqual({ min: 18, max: 54 });
  });

  it.each([undefined, '', 'wide', '28', '5 40', '50 40', '30 NaN'])('are the usual ones after %j', (remembered) => {
    expect(sharesOf(remembered)).toEqual(usualShares);
  });

  it('are what was remembered', () => {
    expect(sharesOf('30.5 25')).toEqual([30.5, 25]);
  });
});
