import { widenToGraphemes } from './text-boundary.js';

describe('widenToGraphemes', () => {
  it.each([
    ['a surrogate pair', 'a😀b', [2, 2], '😀'],
    ['a family', 'x👨‍👩‍👧y', [3, 5], '👨‍👩‍👧'],
    ['a letter and its mark', 'xe\u0301y', [2, 3], 'e\u0301'],
    ['the mark alone', 'xe\u0301y', [0, 2], 'xe\u0301'],
    ['a flag', '🇩🇪🇫🇷', [5, 6], '🇫🇷'],
    ['CR LF', 'a\r\nb', [0, 2], 'a\r\n'],
    ['nothing', 'plain', [1, 3], 'la'],
  ])('takes the whole of %s', (_name, text, [startOffset = 0, endOffset = 0], expected) => {
    const range = widenToGraphemes(text, { startOffset, endOffset });

    expect(text.slice(range.startOffset, range.endOffset)).toBe(expected);
  });

  it('looks at the surroundings alone', () => {
    const marks = `e${'\u0301'.repeat(3_000_000)}`;
    const segmented = jest.spyOn(Intl.Segmenter.prototype, 'segment');

    const { endOffset } = widenToGraphemes(marks, { startOffset: 0, endOffset: 10 });

    expect(endOffset).toBe(1_034);
    expect(Math.max(...segmented.mock.calls.map(([text]) => text.length))).toBeLessThan(40_000);
    segmented.mockRestore();
  });
});
