import fc from 'fast-check';

import { type LogRecord, firstHash, nextHash } from './hash-chain.js';

const record: LogRecord = { kind: 'message', id: 'm0', before: '', text: '{}' };

describe('hash chain', () => {
  it('gives the heads that were given out before', () => {
    expect(nextHash(firstHash('c'), record)).toBe('96b49ff17cc4c75d6e950597d98d7220de7635ce2d96a429a623e03eb66ca1b2');
  });

  it('begins elsewhere for every conversation', () => {
    expect(firstHash('a')).not.toBe(firstHash('b'));
  });

  it('is another one for every other record, wherever its fields end', () => {
    const field = fc.string({ unit: 'binary', maxLength: 3 });
    const anyRecord = fc.record({
      kind: fc.constantFrom('message' as const, 'plain' as const, 'end' as const),
      id: field,
      before: field,
      text: field,
    });
    fc.assert(
      fc.property(anyRecord, anyRecord, (a, b) => {
        const isSame = JSON.stringify(a) === JSON.stringify(b);
        expect(nextHash(firstHash('c'), a) === nextHash(firstHash('c'), b)).toBe(isSame);
      }),
      { numRuns: 1_000 },
    );
  });

  it('tells lone surrogates from each other', () => {
    const [a, b] = ['\ud800', '\ufffd'].map((text) => nextHash(firstHash('c'), { ...record, text }));

    expect(a).not.toBe(b);
  });
});
