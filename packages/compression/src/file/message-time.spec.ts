import fc from 'fast-check';

import { isTimeMs, parseTime, timeFromNumber } from './message-time.js';

describe('parseTime', () => {
  it.each([
    ['2026-02-03', Date.UTC(2026, 1, 3)],
    ['2026-02-03T10:20', Date.UTC(2026, 1, 3, 10, 20)],
    ['2026-02-03 10:20:30', Date.UTC(2026, 1, 3, 10, 20, 30)],
    ['2026-02-03T10:20:30.5Z', Date.UTC(2026, 1, 3, 10, 20, 30, 500)],
    ['2026-02-03T10:20:30,123456789+02:00', Date.UTC(2026, 1, 3, 8, 20, 30, 123)],
    ['2026-02-03T10:20:30 -0530', Date.UTC(2026, 1, 3, 15, 50, 30)],
    ['2026-02-03t24:00z', Date.UTC(2026, 1, 4)],
    ['2016-12-31T23:59:60Z', Date.UTC(2017, 0, 1)],
    ['2024-02-29', Date.UTC(2024, 1, 29)],
    ['0050-01-01', new Date('0050-01-01').getTime()],
    ['+275760-09-13T00:00:00.000Z', 8.64e15],
    ['-271821-04-20T00:00:00.000Z', -8.64e15],
  ])('reads %s', (text, time) => {
    expect(parseTime(text)).toBe(time);
  });

  it.each([
    '',
    'yesterday',
    '2026',
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-02-03T25:00Z',
    '2026-02-03T24:01Z',
    '2026-02-03T10:60Z',
    '2026-02-03T10:20:61Z',
    '2026-02-03T10:20+24:00',
    '+275760-09-13T00:00:00.001Z',
    '-000000-01-01',
    '1700000000',
    '2026-02-03T10:20:30Z junk',
    '\u0662026-02-03',
  ])('refuses %j', (text) => {
    expect(parseTime(text)).toBeUndefined();
  });

  it('reads back what a date writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: -8_640_000_000_000_000, max: 8_640_000_000_000_000 }), (time) => {
        expect(parseTime(new Date(time).toISOString())).toBe(time);
      }),
    );
  });
});

describe('timeFromNumber', () => {
  it.each([
    [0, 0],
    [-0, 0],
    [1_700_000_000, 1_700_000_000_000],
    [1_700_000_000.123_4, 1_700_000_000_123],
    [1_700_000_000_123, 1_700_000_000_123],
    [1_700_000_000_123.7, 1_700_000_000_124],
    [-1_700_000_000, -1_700_000_000_000],
    [8.64e15, 8.64e15],
  ])('takes %d for %d ms', (value, time) => {
    expect(timeFromNumber(value)).toBe(time);
  });

  it.each([8.7e15, -1e300, Number.POSITIVE_INFINITY, Number.NaN])('refuses %d', (value) => {
    expect(timeFromNumber(value)).toBeUndefined();
    expect(isTimeMs(value)).toBe(false);
  });
});
