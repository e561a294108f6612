import fc from 'fast-check';

import { splitAtLoneReturns } from './lone-returns.js';

describe('splitAtLoneReturns', () => {
  it.each([
    ['a\nb\r\nc', ['a\nb\r\nc']],
    ['a\rb\r\nc\r\rd', ['a\r', 'b\r\nc\r', '\r', 'd']],
    ['a\r', ['a\r']],
    ['', ['']],
  ])('of %j gives %j', (text, pieces) => {
    expect(splitAtLoneReturns(text)).toEqual(pieces);
  });

  it('loses nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('\r', '\n', 'a', '\u{1F600}')), (parts) => {
        expect(splitAtLoneReturns(parts.join('')).join('')).toBe(parts.join(''));
      }),
    );
  });
});
