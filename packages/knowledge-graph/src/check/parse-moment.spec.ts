import { parseMoment } from './parse-moment.js';

describe('parseMoment', () => {
  it.each<[string, string, number]>([
    ['2024', '2024-01-01T00:00:00Z', 366 * 86_400_000],
    ['2026-02', '2026-02-01T00:00:00Z', 28 * 86_400_000],
    ['2026-12', '2026-12-01T00:00:00Z', 31 * 86_400_000],
    ['2026-01-31', '2026-01-31T00:00:00Z', 86_400_000],
    ['2026-01-31T10:20', '2026-01-31T10:20:00Z', 1],
    ['2026-01-31 10:20:30', '2026-01-31T10:20:30Z', 1],
    ['2026-01-31T10:20:30.25Z', '2026-01-31T10:20:30.250Z', 1],
    ['2026-01-31t10:20:30,5z', '2026-01-31T10:20:30.500Z', 1],
    ['2026-01-31T10:20-0130', '2026-01-31T11:50:00Z', 1],
    ['2026-01-31T10:20+02', '2026-01-31T08:20:00Z', 1],
    ['0033-04-05', '0033-04-05T00:00:00Z', 86_400_000],
  ])('%s', (text, first, lengthMs) => {
    const start = Date.parse(first);

    expect(parseMoment(text)).toEqual({ kind: 'time', first: start, last: start + lengthMs - 1 });
  });

  it.each([
    '',
    'soon',
    '2026-13',
    '2026-02-29',
    '2026-01-01T24:30',
    '2026-01-01T10:61',
    '2026-01-01T10:00+25:00',
    '20260101',
  ])('nothing of %j', (text) => {
    expect(parseMoment(text)).toBeUndefined();
  });

  it('numbers as they are, and nothing of other values', () => {
    expect(parseMoment(-2.5)).toEqual({ kind: 'number', first: -2.5, last: -2.5 });
    expect([Infinity, Number.NaN, true, null, [], {}].map(parseMoment)).toEqual(Array(6).fill(undefined));
  });
});
