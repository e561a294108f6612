import {
  formOf,
  isBeforeMessage,
  isBehindMessages,
  isFileStart,
  separatorIn,
  textIn,
  trailingIn,
} from './source-text.js';

describe('source texts', () => {
  it('knows what can stand between messages', () => {
    expect(['', '\ufeff[\n', ' ,\r\n', '\n\n', '\ufeff'].map(isBeforeMessage)).toEqual(Array(5).fill(true));
    expect(['[[', ',,', 'x', ']', '\u00a0', '\n\ufeff'].map(isBeforeMessage)).toEqual(Array(6).fill(false));
    expect(['', ']\n', '\n', '[ ]', '\ufeff'].map(isBehindMessages)).toEqual(Array(5).fill(true));
    expect([',', ']]', '{}', '['.repeat(2)].map(isBehindMessages)).toEqual(Array(4).fill(false));
  });

  it('tells the first message of a file', () => {
    expect(['', '[', ' [\n', '\ufeff', '\ufeff\n'].map(isFileStart)).toEqual(Array(5).fill(true));
    expect([',', '\n', ' ,\n', '\r\n'].map(isFileStart)).toEqual(Array(4).fill(false));
  });

  it('writes what is of another form in the form of the first message', () => {
    expect([formOf('\ufeff['), formOf(''), formOf('\n')]).toEqual(['array', 'lines', 'lines']);
    expect([' ,', '', '\n', '['].map((before) => separatorIn('array', before))).toEqual([' ,', ',\n', ',\n', ',\n']);
    expect(['\r\n', '', ',\n', '\ufeff'].map((before) => separatorIn('lines', before))).toEqual([
      '\r\n',
      '\n',
      '\n',
      '\n',
    ]);
    expect(textIn('lines', { before: ',', text: '{\r\n"a":1}' })).toBe('{ "a":1}');
    expect(textIn('lines', { before: '\n', text: '{\n"a":1}' })).toBe('{\n"a":1}');
    expect([']', undefined, '\n', '[]'].map((trailing) => trailingIn('array', trailing))).toEqual([
      ']',
      '\n]\n',
      '\n]\n',
      '\n]\n',
    ]);
    expect(['', undefined, ']\n', '\ufeff'].map((trailing) => trailingIn('lines', trailing))).toEqual([
      '',
      '\n',
      '\n',
      '\n',
    ]);
  });
});
