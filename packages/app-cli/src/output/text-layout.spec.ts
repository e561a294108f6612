import { wrapText } from './text-layout.js';

describe('wrapText', () => {
  it.each<[string, number, readonly string[]]>([
    ['', 5, []],
    ['one two three', 20, ['one two three']],
    ['one two three', 7, ['one two', 'three']],
    ['a 123456789 b', 4, ['a', '1234', '5678', '9 b']],
    ['exact fit', 5, ['exact', 'fit']],
  ])('%j in %i', (text, width, lines) => {
    expect(wrapText(text, width)).toEqual(lines);
  });
});
