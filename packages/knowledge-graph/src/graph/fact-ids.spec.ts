import fc from 'fast-check';

import { axiomIdOf, entityIdOf, relationshipIdOf } from './fact-ids.js';

describe('ids of facts', () => {
  it('are the same for the same thing, wherever it is stated', () => {
    const key = { type: 'Endpoint', name: 'GET /pets' };

    expect(entityIdOf('shop', { ...key })).toBe(entityIdOf('shop', key));
    expect(entityIdOf('shop', key)).toMatch(/^[0-9a-f]{32}$/);
  });

  it('differ between types, names, workspaces and kinds of facts, also where the texts run together', () => {
    const ids = [
      entityIdOf('w', { type: 'ab', name: 'c' }),
      entityIdOf('w', { type: 'a', name: 'bc' }),
      entityIdOf('wa', { type: 'b', name: 'c' }),
      axiomIdOf('w', { targetType: 'ab', name: 'c' }),
      relationshipIdOf('w', 'ab', 'c'),
      relationshipIdOf('w', 'c', 'ab'),
    ];

    expect(new Set(ids).size).toBe(ids.length);
  });

  it('tells any two names apart, lone surrogates included', () => {
    const name = fc.string({ unit: 'binary', minLength: 1 });
    const hostile = fc.oneof(name, fc.constantFrom('\ud800', '\ud801', '\ufffd', 'a\0', 'a', 'A', 'å', 'a\u030a'));

    fc.assert(
      fc.property(hostile, hostile, (a, b) => {
        const [first, second] = [a, b].map((each) => entityIdOf('w', { type: 't', name: each }));
        expect(first === second).toBe(a === b);
      }),
    );
  });
});
