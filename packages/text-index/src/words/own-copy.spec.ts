import { usedHeapBytes } from '@lexichord/testing';

import { ownCopy } from './own-copy.js';

describe('ownCopy', () => {
  it.each(['', 'a', 'größe', 'twelve units', 'thirteen unit', '漢字'.repeat(20), 'half of a pair \ud800'])(
    'is the same string: %j',
    (text) => {
      expect(ownCopy(text)).toBe(text);
    },
  );

  it('does not keep the text that it was cut out of', () => {
    const before = usedHeapBytes();
    const parts = Array.from({ length: 60 }, (_unused, number) => {
      const text = Buffer.alloc(1_000_000, `name of part ${number}, `).toString('latin1');
      return ownCopy(text.slice(500_000, 500_040));
    });
    const kept = usedHeapBytes() - before;

    expect(parts).toHaveLength(60);
    expect(kept).toBeLessThan(20_000_000);
  });
});
