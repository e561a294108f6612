import { toTerminalLine, toTerminalText } from './terminal-text.js';

describe('toTerminalText', () => {
  it('shows what could move the cursor, recolour or reorder', () => {
    expect(toTerminalText('a\u001b[31mred\u0007\u009b1m\u202eabc\u2028\u0085')).toBe(
      'a\\x1b[31mred\\x07\\x9b1m\\u202eabc\\u2028\\x85',
    );
  });

  it('keeps lines, tabs and everything that is written', () => {
    expect(toTerminalText('tab\tä漢👩‍👩‍👧 e\u0301\r\nnext\rover')).toBe('tab\tä漢👩‍👩‍👧 e\u0301\nnext\\x0dover');
  });

  it('makes one line of many', () => {
    expect(toTerminalLine('a\n\n\tb\r\nc')).toBe('a b c');
  });
});
