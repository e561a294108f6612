import { isWithin, maxEditedDocumentLength, windowAround, windowLength } from './document-window.js';

const lines = (count: number): string => 'twenty characters..\n'.repeat(count);

describe('windowAround', () => {
  it('is the whole of a document that can be typed into', () => {
    expect(windowAround('', 0)).toEqual({ start: 0, end: 0 });
    expect(windowAround(lines(100_000), 5)).toEqual({ start: 0, end: maxEditedDocumentLength });
  });

  it.each([0, 7, 100_000, 1_500_013, 2_400_000])('of a longer one has the place %d in it, in whole lines', (offset) => {
    const content = lines(120_000);

    const window = windowAround(content, offset);

    expect(isWithin(window, offset, offset)).toBe(true);
    expect([window.start % 20, window.end % 20]).toEqual([0, 0]);
    expect(window.end - window.start).toBeLessThanOrEqual(windowLength + 20);
    expect(window.end - window.start).toBeGreaterThan(windowLength - 20);
  });

  it.each(['\u{1F600}', '\r\n', 'x\r\n'])('never cuts a character or a line end in two (%j)', (piece) => {
    const content = piece.repeat(1_100_000);

    for (const offset of [500_000, 500_001, 500_002, 500_003]) {
      const { start, end } = windowAround(content, offset);
      expect([start % piece.length, end % piece.length]).toEqual([0, 0]);
    }
  });

  it('cuts an endless line anywhere', () => {
    const { start, end } = windowAround(`a\n${'x'.repeat(3_000_000)}`, 1_000_000);

    expect({ start, end }).toEqual({ start: 900_000, end: 1_100_000 });
  });
});

describe('isWithin', () => {
  it('asks for both ends, in any order', () => {
    expect(isWithin({ start: 10, end: 20 }, 20, 10)).toBe(true);
    expect(isWithin({ start: 10, end: 20 }, 9, 12)).toBe(false);
    expect(isWithin({ start: 10, end: 20 }, 12, 21)).toBe(false);
  });
});
