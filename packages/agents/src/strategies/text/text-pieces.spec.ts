import type { TextRange } from '@lexichord/abstractions';
import { WordTokenCounter } from '@lexichord/testing';
import fc from 'fast-check';

import { estimateTokens } from './estimate-tokens.js';
import { growWindow } from './grow-window.js';
import { toOneLine } from './lines-in.js';
import { endBoundary, startBoundary } from './text-boundary.js';
import { omissionMark, unusedMarkName } from './text-marks.js';

describe('toOneLine', () => {
  it.each([
    ['a\r\nb\rc\nd\u2028e\u2029f\u0085g\u0000h', 'a b c d e f g h'],
    ['  spaced\t out ', 'spaced out'],
    ['', ''],
  ])('makes %j one line', (text, line) => {
    expect(toOneLine(text, 40)).toBe(line);
  });

  it('cuts what is too long with an ellipsis, not inside a grapheme', () => {
    expect(toOneLine('abcdefghij', 5)).toBe('abcd…');
    expect(toOneLine('abc👩‍👩‍👧‍👦def', 8)).toBe('abc…');
    expect(toOneLine(`a${' '.repeat(10_000_000)}b`, 5)).toBe('a…');
  });
});

describe('estimateTokens', () => {
  const tokenCounter = new WordTokenCounter();

  it('is exact for a text of ordinary length', () => {
    expect(estimateTokens('word '.repeat(40_000), tokenCounter)).toBe(40_000);
  });

  it('comes close for a longer one without counting all of it', () => {
    const counted = jest.spyOn(tokenCounter, 'countTokens');
    const estimate = estimateTokens('word '.repeat(400_000), tokenCounter);

    expect(estimate).toBeGreaterThan(390_000);
    expect(estimate).toBeLessThan(410_000);
    expect(counted.mock.calls.reduce((sum, [text]) => sum + text.length, 0)).toBeLessThan(100_000);
  });
});

describe('omissionMark', () => {
  it('says how much is missing in words a model understands', () => {
    expect(omissionMark({ tokens: 1_240.4, sections: 3 })).toBe('[… 3 sections, about 1,240 tokens left out …]');
    expect(omissionMark({ tokens: 0.2, sections: 1 })).toBe('[… 1 section, about 1 tokens left out …]');
    expect(omissionMark({ tokens: 12 })).toBe('[… about 12 tokens left out …]');
  });
});

describe('unusedMarkName', () => {
  it('takes the smallest number that is free', () => {
    expect(unusedMarkName('cursor', 'nothing')).toBe('cursor');
    expect(unusedMarkName('cursor', '⟦other⟧')).toBe('cursor');
    expect(unusedMarkName('cursor', '⟦cursor⟧ ⟦/cursor 2⟧ ⟦cursor 4⟧')).toBe('cursor 3');
  });

  it('takes a text full of marks in its stride', () => {
    const text = Array.from({ length: 50_000 }, (_, index) => `⟦cursor ${index}⟧`).join('');

    expect(unusedMarkName('cursor', `⟦cursor⟧${text}`)).toBe('cursor 50000');
  });
});

describe('startBoundary and endBoundary', () => {
  const text = 'First sentence here. Second one is longer. Third.';

  it('prefer a sentence, then a word', () => {
    expect(text.slice(startBoundary(text, 15, text.length))).toBe('Second one is longer. Third.');
    expect(text.slice(startBoundary(text, 23, 40))).toBe('one is longer. Third.');
    expect(text.slice(0, endBoundary(text, 45, 0))).toBe('First sentence here. Second one is longer.');
    expect(text.slice(0, endBoundary(text, 12, 0))).toBe('First');
  });

  it('know the end of a sentence in scripts that put no space after it', () => {
    const chinese = '第一句话。第二句话。第三句话。';

    expect(chinese.slice(startBoundary(chinese, 3, chinese.length))).toBe('第二句话。第三句话。');
    expect(chinese.slice(0, endBoundary(chinese, 11, 0))).toBe('第一句话。第二句话。');
  });

  it('never stand between CR and LF, nor inside an emoji without any space around it', () => {
    const lines = 'ab\r\ncd';
    const emoji = '😀'.repeat(50);

    expect(startBoundary(lines, 3, 3)).not.toBe(3);
    expect(endBoundary(lines, 3, 0)).toBe(2);
    expect(startBoundary(emoji, 51, 90)).toBe(50);
    expect(endBoundary(emoji, 51, 10)).toBe(50);
  });
});

describe('growWindow', () => {
  const text = Array.from({ length: 1_000 }, (_, index) => `w${index}`).join(' ');
  const bounds = { startOffset: 0, endOffset: text.length };
  const within = (length: number) => (window: TextRange) => window.endOffset - window.startOffset <= length;

  it('is all there is when all fits', () => {
    const core = { startOffset: 100, endOffset: 100 };

    expect(growWindow(text, { bounds, core, fits: () => true, guess: 2_000 })).toEqual(bounds);
  });

  it('does not exist when not even the core fits', () => {
    expect(growWindow(text, { bounds, core: bounds, fits: within(10), guess: 1 })).toBeUndefined();
  });

  it('does not try more than four times the guess', () => {
    const core = { startOffset: 2_000, endOffset: 2_000 };

    const window = growWindow(text, { bounds, core, fits: () => true, guess: 10 })!;

    expect(window.endOffset - window.startOffset).toBeLessThanOrEqual(40);
  });

  it('gives one side what the other cannot use', () => {
    const core = { startOffset: 3, endOffset: 3 };

    const window = growWindow(text, { bounds, core, fits: within(300), guess: 100 });

    expect(window?.startOffset).toBe(0);
    expect(window?.endOffset).toBeGreaterThan(280);
  });

  it('holds the core, stays in its bounds, fits, and is nearly as large as it can be', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: text.length }),
        fc.nat({ max: 2_000 }),
        fc.integer({ min: 500, max: 10_000 }),
        (offset, length, guess) => {
          const core = { startOffset: offset, endOffset: offset };
          const window = growWindow(text, { bounds, core, fits: within(length), guess })!;

          expect(window.startOffset).toBeLessThanOrEqual(offset);
          expect(window.endOffset).toBeGreaterThanOrEqual(offset);
          expect(within(length)(window)).toBe(true);
          expect(window.endOffset - window.startOffset).toBeGreaterThanOrEqual(length * 0.9 - 20);
        },
      ),
    );
  });
});
