import { graphemeFloor } from './grapheme-boundary.js';

describe('graphemeFloor', () => {
  it('leaves a place between graphemes as it is', () => {
    expect(graphemeFloor('ab', 1)).toBe(1);
    expect(graphemeFloor('中文', 1)).toBe(1);
    expect(graphemeFloor('ab', 0)).toBe(0);
    expect(graphemeFloor('ab', 9)).toBe(2);
  });

  it.each([
    ['CR LF', 'a\r\nb', 2, 1],
    ['a surrogate pair', 'a😀', 2, 1],
    ['a letter and its mark', 'xe\u0301', 2, 1],
    ['a family', 'x👨‍👩‍👧', 6, 1],
  ])('goes back to the start of %s', (_name, text, offset, expected) => {
    expect(graphemeFloor(text, offset)).toBe(expected);
  });

  it('pairs the flags of a long row from its start', () => {
    const flags = '🇩🇪'.repeat(500);

    expect(graphemeFloor(`x${flags}`, 1 + 4 * 401)).toBe(1 + 4 * 401);
    expect(graphemeFloor(`x${flags}`, 1 + 4 * 401 + 2)).toBe(1 + 4 * 401);
  });

  it('looks as far back as a grapheme is long', () => {
    const text = `${'中'.repeat(3000)}e${'\u0301'.repeat(9000)}x`;

    expect(graphemeFloor(text, 11_000)).toBe(3000);
  });

  it('is not misled by a window that begins inside a row of joined emoji', () => {
    const text = `中${'👨\u200d'.repeat(2000)}`;

    expect([900, 1200, 2049, 5000].map((offset) => graphemeFloor(text, offset))).toEqual([1, 1, 1, 1]);
  });

  it.each([
    ['marks', '\u0301\u0302', 500_000, 500_000],
    ['joined emoji', '👨\u200d', 500_001, 500_001],
    ['joined emoji, within a pair', '👨\u200d', 499_999, 499_998],
    ['flags', '🇩🇪', 500_000, 499_998],
  ])('looks 32,768 units back at most, and then splits no surrogate pair (%s)', (_name, part, offset, expected) => {
    const segmented = jest.spyOn(Intl.Segmenter.prototype, 'segment');

    expect(graphemeFloor(part.repeat(400_000), offset)).toBe(expected);

    const lengths = segmented.mock.calls.map(([text]) => text.length);
    segmented.mockRestore();
    expect(Math.max(...lengths)).toBeLessThan(33_000);
  });

  it('begins its look between surrogate pairs', () => {
    expect(graphemeFloor(`${'😀'.repeat(600)}e\u0301`, 1201)).toBe(1200);
    expect(graphemeFloor(`中${'😀'.repeat(600)}`, 1 + 1199)).toBe(1 + 1198);
  });
});
