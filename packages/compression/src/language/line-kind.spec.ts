import { lineKindOf } from './line-kind.js';

describe('lineKindOf', () => {
  it.each([
    'Well, I think that we should go.',
    '- a point of a list',
    'It costs $5.40, or 6 % of it.',
    'Ich weiß nicht, was soll es bedeuten.',
    '今天天气很好。'.repeat(40),
    'ok',
    '12',
    "No, it's 5432, not 5433.",
  ])('takes %j for words', (line) => {
    expect(lineKindOf(line)).toBe('prose');
  });

  it.each([
    '    at Object.run (/srv/app.js:10:5)',
    '  File "app.py", line 3, in main',
    'Traceback (most recent call last):',
    '2024-01-01T10:00:00Z ready',
    '[10:00:01] compiling',
    'ERROR: no such table',
    '$ npm test',
    '+++ b/file.ts',
    '@@ -1,2 +3,4 @@',
    '| a | b |',
    '{ "a": 1 }',
    '  "name": "x",',
    'const a = 1',
    'return x;',
    '------------------------',
    '0x00 0x01 0x02 0x03 0x04',
    `data ${'Qk1x'.repeat(60)}`,
  ])('takes %j for a machine’s', (line) => {
    expect(lineKindOf(line)).toBe('line');
  });

  it('sees that a line is blank', () => {
    expect(['', ' \t', '\r', ' '.repeat(1_000)].map(lineKindOf)).toEqual(['blank', 'blank', 'blank', 'blank']);
  });
});
