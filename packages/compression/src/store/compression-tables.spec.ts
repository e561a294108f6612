import fc from 'fast-check';

import { endPosition, rowPosition } from './compression-tables.js';

describe('rowPosition', () => {
  it('puts the rows of a conversation in their order, between those of others', () => {
    const hash = fc.integer({ min: 0, max: 2 ** 32 - 1 }).map((value) => value.toString(16).padStart(8, '0'));
    const row = fc.integer({ min: 0, max: 2 ** 27 - 1 });
    fc.assert(
      fc.property(hash, row, row, hash, (conversation, one, other, next) => {
        const place = rowPosition(conversation, one);
        expect(Number.isSafeInteger(place)).toBe(true);
        expect(Math.sign(place - rowPosition(conversation, other))).toBe(Math.sign(one - other));
        expect(place).toBeLessThan(endPosition(conversation));
        const isOther = conversation.slice(0, 6) < next.slice(0, 6);
        if (isOther) expect(endPosition(conversation)).toBeLessThanOrEqual(rowPosition(next, 0));
      }),
    );
  });
});
