import fc from 'fast-check';

import { isTimeMs, parseTime, readMessage, timeFromNumber } from './message-schema.js';

describe('readMessage', () => {
  it.each([
    [
      { role: 'user', content: 'a' },
      { role: 'user', content: 'a' },
    ],
    [
      { id: '\'"__proto__', role: ' critic ', speaker: '', content: '' },
      { id: '\'"__proto__', role: ' critic ', speaker: '', content: '' },
    ],
    [
      { id: null, role: 'tool', speaker: null, content: null, timestamp: null },
      { role: 'tool', content: '' },
    ],
    [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'look' },
          { type: 'image_url', image_url: { url: 'x' } },
          { type: 'text', text: '' },
        ],
      },
      { role: 'user', content: 'look\nx' },
    ],
    [
      { role: 'user', content: [], timestamp: 1_700_000_000 },
      { role: 'user', content: '', timestampMs: 1_700_000_000_000 },
    ],
    [
      { role: 'user', content: '\ud800', timestamp: '2026-02-03T10:00:00Z', usage: [{ text: 'no words' }] },
      { role: 'user', content: '\ud800', timestampMs: Date.UTC(2026, 1, 3, 10) },
    ],
  ])('reads %j', (value, message) => {
    expect(readMessage(JSON.stringify(value))).toEqual({ message });
  });

  it('reads the last of several fields with one name, as every parser does', () => {
    expect(readMessage('{"role":"a","content":"1","content":"2","__proto__":{"role":"b"}}')).toEqual({
      message: { role: 'a', content: '2' },
    });
  });

  it.each([
    ['{"content":"SECRET"}', 'field "role": expected text'],
    ['{"role":"","content":"SECRET"}', 'field "role": expected a non-empty text'],
    ['{"role":"user"}', 'field "content": expected text, null, or a list of parts'],
    ['{"role":"user","content":{"SECRET":1}}', 'field "content": expected text, null, or a list of parts'],
    ['{"role":"user","content":[["SECRET"]]}', 'field "content": expected text, null, or a list of parts'],
    ['{"role":"user","content":[{"type":"text"}]}', 'field "content[0].text": expected text'],
    ['{"role":"user","content":"","id":7}', 'field "id": expected text'],
    ['{"role":"user","content":"","speaker":["SECRET"]}', 'field "speaker": expected text'],
    ['{"role":"user","content":"","timestamp":"SECRET"}', 'field "timestamp": expected an ISO 8601 time'],
    ['{"role":"user","content":"","timestamp":1e300}', 'field "timestamp": expected milliseconds or seconds'],
    ['{"role":"user","content":"","timestamp":{}}', 'field "timestamp": expected an ISO 8601 time, or a number'],
    ['{"role":"user","content":"SECRET",}', 'expected a JSON object, found text that is not valid JSON'],
    ['["SECRET"]', 'expected an object with "role" and "content"'],
    [`{"role":"${'r'.repeat(501)}","content":"SECRET"}`, 'field "role": expected at most 500 characters'],
  ])('says what is wrong with %s, and repeats nothing of it', (text, problem) => {
    const reading = readMessage(text);

    expect(reading.problem).toContain(problem);
    expect(reading.problem).not.toContain('SECRET');
  });
});

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
