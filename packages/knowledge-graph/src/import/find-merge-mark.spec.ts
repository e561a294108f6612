import { findMergeMark } from './find-merge-mark.js';

describe('findMergeMark', () => {
  it.each([
    ['a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> other\n', 2],
    ['a\r\nb\r\n>>>>>>> other', 3],
    ['<<<<<<<\n', 1],
    ['Title\n=======\n', undefined],
    ['a: <<<<<<< b\n<<<<<<<<\n', undefined],
    ['```\n<<<<<<< HEAD\n```\n', undefined],
    ['```\n~~~\n```\n<<<<<<< HEAD\n', 4],
    ['', undefined],
  ])('finds in %j line %s', (text, line) => {
    expect(findMergeMark(text)).toBe(line);
  });
});
