import fc from 'fast-check';

import { splitIdentifier } from './split-identifier.js';

describe('splitIdentifier', () => {
  it.each([
    ['parseHTTPHeader', ['parse', 'HTTP', 'Header']],
    ['HTTPServer', ['HTTP', 'Server']],
    ['user_id', ['user', 'id']],
    ['kebab-case-name', ['kebab', 'case', 'name']],
    ['Array.prototype$map', ['Array', 'prototype', 'map']],
    ['__proto__', ['proto']],
    ['utf8Decoder', ['utf8', 'Decoder']],
    ['überPrüfung', ['über', 'Prüfung']],
    ['ABC', ['ABC']],
    ['', []],
    ['___', []],
  ])('splits %j where its words begin', (identifier, parts) => {
    expect(splitIdentifier(identifier)).toEqual(parts);
  });

  it('loses nothing but the signs that join words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(splitIdentifier(text).join('')).toBe(text.replaceAll(/[\s_\-.$]/gu, ''));
      }),
    );
  });
});
