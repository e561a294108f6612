import fc from 'fast-check';

import { isSameSecret, makeSecret } from './server-secret.js';

describe('secrets', () => {
  it('are the same only when every character is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, two) => {
        expect(isSameSecret(one, one)).toBe(true);
        expect(isSameSecret(one, two)).toBe(one === two);
      }),
    );
  });

  it('have 256 bits, and none comes twice', () => {
    const made = Array.from({ length: 100 }, makeSecret);

    expect(new Set(made).size).toBe(100);
    for (const secret of made) expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  });
});
