import { parseSegmentId, segmentIdOf } from './segment-id.js';

describe('segmentIdOf', () => {
  it('is the first digits of the hash of the conversation, and a number', () => {
    expect(segmentIdOf('migration', 12)).toMatch(/^[0-9a-f]{8}-12$/u);
    expect(segmentIdOf('migration', 1)).not.toBe(segmentIdOf('other', 1));
  });

  it('can be taken apart again', () => {
    const segmentId = segmentIdOf('migration', 12);

    expect(parseSegmentId(segmentId)).toEqual({ hash: segmentId.slice(0, 8), number: 12 });
  });

  it.each(['', 'x', '0123abcd', '0123abcd-', '0123abcd-0', '0123abcd-01', '0123ABCD-1', '0123abcd-1 ', '0123abcd-1e3'])(
    'does not take %j for one',
    (text) => {
      expect(parseSegmentId(text)).toBeUndefined();
    },
  );
});
