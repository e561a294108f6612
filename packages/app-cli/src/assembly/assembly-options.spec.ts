import { isLexichordError } from '@lexichord/abstractions';

import { parseCursor, parseRange } from './assembly-options.js';

const messageOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return isLexichordError(error) ? `${error.code}: ${error.message}` : String(error);
  }
  return 'nothing was thrown';
};

describe('parseCursor', () => {
  it('takes an offset from 0', () => {
    expect([parseCursor('0'), parseCursor('120')]).toEqual([{ offset: 0 }, { offset: 120 }]);
  });

  it('takes a line and column from 1', () => {
    expect(parseCursor('12:4')).toEqual({ position: { line: 12, column: 4 } });
  });

  it.each(['', '-1', '1.5', '1e3', '0x10', ' 1', '12:', ':4', '0:1', '1:0', '1:2:3', '9'.repeat(40), '١٢', 'a:b'])(
    'refuses %j',
    (text) => {
      expect(messageOf(() => parseCursor(text))).toContain('invalid-argument: --cursor is ');
    },
  );
});

describe('parseRange', () => {
  it('takes two places, the end exclusive', () => {
    expect(parseRange('10:1-14:3')).toEqual({ start: { line: 10, column: 1 }, end: { line: 14, column: 3 } });
  });

  it.each(['', '10:1', '10-14', '10:1-', '10:1-14:1-15:1', '0:1-2:1', '10:1–14:1'])('refuses %j', (text) => {
    expect(messageOf(() => parseRange(text))).toContain('it must be two positions');
  });

  it.each(['10:1-10:1', '10:5-10:4', '10:1-9:9'])('refuses %s, which is empty or runs backwards', (text) => {
    expect(messageOf(() => parseRange(text))).toContain('must come after its start');
  });
});
