import { formatSums, parseSums, sumOf } from './file-sums.js';

const sums = new Map([
  ['_deletions/0-2-7.bin', sumOf('one')],
  ['_deletions/3-4-9.arrow', sumOf('two')],
]);

describe('sums of files', () => {
  it('are read as they were written', () => {
    expect(parseSums(formatSums(sums))).toEqual(sums);
    expect(parseSums(formatSums(new Map()))).toEqual(new Map());
  });

  it('are none of a text that was cut off or changed', () => {
    const text = formatSums(sums);

    for (let length = 0; length < text.length; length += 1) expect(parseSums(text.slice(0, length)).size).toBe(0);
    for (let at = 0; at < text.length; at += 1) {
      const changed = text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1);
      expect(parseSums(changed).size).toBe(0);
    }
  });
});
