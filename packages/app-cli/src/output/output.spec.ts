import picocolors from 'picocolors';

import { budgetBar } from './budget-bar.js';
import { countOf, formatCount, formatShare } from './numbers.js';
import { formatTable } from './table.js';
import { hasColors } from './text-layout.js';

const plain = picocolors.createColors(false);

describe('budgetBar', () => {
  const bar = (usedTokens: number, maxTokens: number, columns = 20): string =>
    budgetBar({ usedTokens, maxTokens }, { colors: plain, columns });

  it('says budget, use and share, and draws them', () => {
    expect(bar(5234, 8000)).toBe(
      'Budget: 8,000 tokens | Used: 5,234 tokens (65%)\n━━━━━━━━━━━━━░░░░░░░'.replace('━'.repeat(13), '━'.repeat(13)),
    );
  });

  it('is empty for nothing, never empty for something, and full only when the budget is', () => {
    const cells = (used: number): number => bar(used, 10_000).split('━').length - 1;

    expect([cells(0), cells(1), cells(9999), cells(10_000)]).toEqual([0, 1, 19, 20]);
  });

  it('is at most 60 wide', () => {
    expect(bar(1, 2, 120).split('\n')[1]).toHaveLength(60);
  });

  it('warns by its colour as it fills', () => {
    const colors = picocolors.createColors(true);
    const line = (used: number): string => budgetBar({ usedTokens: used, maxTokens: 100 }, { colors, columns: 20 });

    expect(
      [line(50), line(80), line(95)].map((text) => [32, 33, 31].find((code) => text.includes(`[${code}m`))),
    ).toEqual([32, 33, 31]);
  });
});

describe('numbers', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [1234567, '1,234,567'],
  ])('%d is %s', (count, text) => {
    expect(formatCount(count)).toBe(text);
  });

  it.each([
    [0, 100, '0%'],
    [1, 1000, '<1%'],
    [999, 1000, '99%'],
    [5, 5, '100%'],
    [1, 0, '-'],
  ])('%d of %d is %s', (part, whole, text) => {
    expect(formatShare(part, whole)).toBe(text);
  });

  it('counts one as one', () => {
    expect([countOf(1, 'token'), countOf(2000, 'token')]).toEqual(['1 token', '2,000 tokens']);
  });
});

describe('formatTable', () => {
  const columns = [{ heading: 'ID' }, { heading: 'Name', isFlexible: true }, { heading: 'N', align: 'right' }] as const;

  it('aligns columns and leaves no space at line ends', () => {
    expect(
      formatTable(
        [
          ['a', 'Alpha', '1'],
          ['bcd', 'B', '10'],
        ],
        { columns, width: 80, colors: plain },
      ),
    ).toBe('  ID   Name   N\n  a    Alpha   1\n  bcd  B      10'.replace('Name   N', 'Name    N'));
  });

  it.each([40, 80, 120])('stays within %d columns, wide characters included', (width) => {
    const table = formatTable([['a', '漢字'.repeat(60), '1']], { columns, width, colors: plain });

    const cells = (line: string): number => Array.from(line).reduce((sum, one) => sum + (one > '\u2fff' ? 2 : 1), 0);
    expect(Math.max(...table.split('\n').map(cells))).toBeLessThanOrEqual(width);
  });

  it('wraps long texts at words when asked to', () => {
    const table = formatTable([['a', 'word '.repeat(30).trim(), '1']], {
      columns,
      width: 60,
      colors: plain,
      wrap: true,
    });

    expect(table.match(/word/g)).toHaveLength(30);
    expect(Math.max(...table.split('\n').map((line) => line.length))).toBeLessThanOrEqual(60);
  });
});

describe('hasColors', () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [false, { FORCE_COLOR: '1' }, true],
    [true, { FORCE_COLOR: '0' }, false],
    [false, { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
    [true, { TERM: 'dumb' }, false],
  ])('terminal %s, %j: %s', (isTTY, environment, expected) => {
    expect(hasColors({ write: () => true, isTTY }, environment)).toBe(expected);
  });
});
