import fc from 'fast-check';

import { canonicalJson, compactJson, parseExactly } from './json-text.js';

describe('canonicalJson', () => {
  it.each([
    ['{"a":1,"b":[{"c":null,"d":"x"}]}', ' {\n"b" : [ {"d":"\\u0078", "c":null} ], "a": 1.0 }'],
    ['{"a":12345678901234567890}', '{ "a" : 12345678901234567890 }'],
    ['{"":0,"__proto__":{"b":1}}', '{"__proto__":{"b":1},"":-0.0}'],
  ])('is the same for %s and %s', (one, other) => {
    expect(canonicalJson(one)).toBe(canonicalJson(other));
  });

  it.each([
    ['{"a":12345678901234567890}', '{"a":12345678901234567891}'],
    ['{"a":0.1234567890123456789}', '{"a":0.1234567890123456788}'],
    ['{"a":1e-400}', '{"a":0}'],
    ['{"a":1e400}', '{"a":2e400}'],
    ['{"a":1}', '{"a":"1"}'],
    ['{"a":null}', '{}'],
    ['{"a":[1,2]}', '{"a":[2,1]}'],
    ['{"a":"x y"}', '{"a":"xy"}'],
  ])('is another one for %s than for %s', (one, other) => {
    expect(canonicalJson(one)).not.toBe(canonicalJson(other));
  });

  it('reads a long number once', () => {
    const digits = `1${'0'.repeat(1_000_000)}1`;

    expect(canonicalJson(`{ "a": ${digits} }`)).not.toBe(canonicalJson(`{ "a": 1${digits} }`));
  });

  it('tells any two values apart, and none from itself', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.nat(3), (one, other, spaces) => {
        const isSame = compactJson(one, { isSorted: true }) === compactJson(other, { isSorted: true });

        expect(canonicalJson(JSON.stringify(one)) === canonicalJson(JSON.stringify(other, null, spaces))).toBe(isSame);
        expect(canonicalJson(JSON.stringify(one, null, spaces))).toBe(canonicalJson(JSON.stringify(one)));
      }),
    );
  });
});

describe('compactJson', () => {
  it('writes what JSON.stringify does, however deep', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(compactJson(value)).toBe(JSON.stringify(value));
      }),
    );
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    expect(compactJson(JSON.parse(deep))).toBe(deep);
  });

  it('writes another text where that is wanted', () => {
    expect(compactJson({ a: ['x'] }, { textFor: (text) => `${text}!` })).toBe('{"a":["x!"]}');
  });
});

describe('parseExactly', () => {
  it('keeps the digits of whole numbers that are too long', () => {
    expect(
      parseExactly('{"id":12345678901234567890,"t":"1 12345678901234567890","f":1700000000.123456789012}'),
    ).toEqual({
      id: '12345678901234567890',
      t: '1 12345678901234567890',
      f: 1_700_000_000.123456789012,
    });
    expect(() => parseExactly('{12345678901234567890}')).toThrow(SyntaxError);
  });
});
