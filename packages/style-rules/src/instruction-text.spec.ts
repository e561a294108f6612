import fc from 'fast-check';
import {
  fillMessage,
  hasPlaceholder,
  listOf,
  maxInstructionLength,
  quotedList,
  toOneLine,
} from './instruction-text.js';

describe('toOneLine', () => {
  it('makes one line of any text, without control characters', () => {
    expect(toOneLine(' a\r\n b\u2028c\u0000d\u202ee \ud800 ')).toBe('a b c d e \ufffd');
  });

  it('cuts at a word and never within a character', () => {
    expect(toOneLine('one two three', 10)).toBe('one two…');
    expect(toOneLine('😀'.repeat(10), 6)).toBe('😀😀…');
  });

  it('keeps within the limit whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 900 }), (text) => {
        const line = toOneLine(text);
        return line.length <= maxInstructionLength && !/[\p{Cc}\p{Cs}]/u.test(line);
      }),
    );
  });
});

describe('listOf', () => {
  it('lists, and counts what is too much', () => {
    expect(listOf([])).toBe('');
    expect(listOf(['a'])).toBe('a');
    expect(listOf(['a', 'b', 'c'], 'and')).toBe('a, b and c');
    expect(listOf(Array.from('abcdefghijk'))).toBe('a, b, c, d, e, f, g, h and 3 more');
    expect(quotedList(['a', 'b'])).toBe('"a" or "b"');
  });
});

describe('fillMessage', () => {
  it.each([
    ["Use '%s' instead of '%s'.", [['a', 'b'], ['c']], "Use 'a' or 'b' instead of 'c'."],
    ['Not %s.', [['a', 'b']], 'Not a or b.'],
    ['"%[2]s" then %[1]s', [['a'], ['b']], '"b" then a'],
    ["'%s' is 100%% wrong", [[]], 'such wording is 100% wrong'],
    ['%s and %s', [['a']], 'a and such wording'],
    ["Don't use %s's", [['x']], "Don't use x's"],
    ["Keep it simple. Use '%s'. Or not.", [], 'Keep it simple. Or not.'],
    ['plain', [['a']], 'plain'],
  ])('fills %s', (message, values, expected) => {
    expect(fillMessage(message, values)).toBe(expected);
  });

  it('knows a message with a place from one without', () => {
    expect([hasPlaceholder("'%s'"), hasPlaceholder('%[1]s'), hasPlaceholder('100%')]).toEqual([true, true, false]);
  });
});
