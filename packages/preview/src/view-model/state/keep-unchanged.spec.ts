import fc from 'fast-check';

import { keepUnchanged, rememberLast } from './keep-unchanged.js';

describe('keepUnchanged', () => {
  it('is the same object where nothing changed, and of the parts that did not', () => {
    const before = {
      list: [
        { sourceId: 'a', x: [1] },
        { sourceId: 'b', x: [2] },
      ],
      other: { y: 1 },
    };
    const after = {
      list: [
        { sourceId: 'b', x: [2] },
        { sourceId: 'a', x: [3] },
      ],
      other: { y: 1 },
    };

    const kept = keepUnchanged(before, after);

    expect(kept).toEqual(after);
    expect(kept.list[0]).toBe(before.list[1]);
    expect(kept.other).toBe(before.other);
    expect(keepUnchanged(before, structuredClone(before))).toBe(before);
  });

  it('always equals what is new, and is what was where both are equal', () => {
    const values = fc.jsonValue({ maxDepth: 4 });
    fc.assert(
      fc.property(values, values, (before, after) => {
        const text = JSON.stringify(after);
        const kept = keepUnchanged(before, after);

        expect(JSON.stringify(kept)).toBe(text);
        expect(JSON.stringify(after)).toBe(text);
        const copy = JSON.parse(JSON.stringify(before)) as unknown;
        const reference = JSON.parse(JSON.stringify(before)) as unknown;
        if (typeof reference === 'object' && reference !== null) expect(keepUnchanged(reference, copy)).toBe(reference);
      }),
    );
  });

  it('takes no name for a command', () => {
    const after = JSON.parse('{"__proto__": {"a": 1}, "b": 2}') as object;

    const kept = keepUnchanged({ b: 1 }, after);

    expect(Object.getPrototypeOf(kept)).toBe(Object.prototype);
    expect(JSON.stringify(kept)).toBe('{"__proto__":{"a":1},"b":2}');
  });

  it('tells a member that is not there from one without a value', () => {
    expect(Object.keys(keepUnchanged({}, { a: undefined }))).toEqual(['a']);
    expect(Object.keys(keepUnchanged({ a: undefined }, {}))).toEqual([]);
  });
});

describe('rememberLast', () => {
  it('computes again only for another value', () => {
    const compute = jest.fn(({ a }: { readonly a: number; readonly b?: number }) => ({ a }));
    const remembered = rememberLast(compute);

    const first = remembered({ a: 1 });
    expect(remembered({ a: 1 })).toBe(first);
    remembered({ a: 1, b: 2 });
    remembered({ a: 2, b: 2 });

    expect(compute).toHaveBeenCalledTimes(3);
  });
});
