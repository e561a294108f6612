import fc from 'fast-check';

import { blockFeatures } from './block-features.js';
import { affordableTasks, parserEffort } from './parser-effort.js';

const blocks = (text: string) => ({ kind: 'blocks' as const, text });

describe('parserEffort', () => {
  it.each([
    ['prose', 'Some words that go on to the end of a line of some length.\n', 2_000],
    ['an ordinary table', '| a | b | c |\n| d | e | f |\n', 1_500],
    ['an ordinary list', '- An item with some words in it\n', 4_000],
    ['quoted lines', '> quoted words of a message that was sent\n', 4_000],
    ['blank lines', '\n', 100_000],
  ])('lets %s pass', (_, line, count) => {
    expect(affordableTasks([blocks(line.repeat(count))])).toEqual([true]);
  });

  it.each([
    ['quote marks', '>'.repeat(200)],
    ['nested items on one line', '- '.repeat(200)],
    ['items one under the other', Array.from({ length: 150 }, (_, depth) => `${'  '.repeat(depth)}- x\n`).join('')],
    ['footnotes in footnotes', '[^a]: '.repeat(200)],
  ])('knows that %s overflow the stack', (_, text) => {
    expect(parserEffort(blocks(text))).toBe(Infinity);
  });

  it.each([
    ['quotes', ' > a\n\n'],
    ['items that end inner ones', '- - - x\n'],
    ['lines that are lazy', ' > a\nlazy\nlazy\n'],
    ['underlined headings', 'Title\n---\n'],
    ['rows of equals signs', '=\nb\n'],
  ])('knows that the effort for %s grows with the square of their number', (_, text) => {
    const effort = parserEffort(blocks(text.repeat(2_000)));

    expect(parserEffort(blocks(text.repeat(20_000)))).toBeGreaterThan(50 * effort);
  });

  it('counts the same however lines end, and in any piece of text', () => {
    const line = fc.constantFrom(
      '',
      '> a',
      '- - b',
      '  1. c',
      '[^a]: d',
      '[a]: e',
      '| f | g',
      '---',
      '===',
      '\t- h',
      'i',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const { units, headingUnits, ...counts } = countsOf(lines.join('\n'));

        expect(units).toBe(lines.join('\n').length);
        expect(countsOf(lines.join('\r'))).toEqual({ units, headingUnits, ...counts });
        expect(countsOf(lines.join('\r\n'))).toMatchObject(counts);
        for (const count of Object.values(counts)) expect(count).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('counts what costs the parser time', () => {
    expect(countsOf('Title\n===\n\n> - a\n> - b\n\n| c | d |\n[e]: /f\n---\n')).toEqual({
      units: 46,
      lines: 7,
      blankLines: 2,
      items: 3,
      openLevels: 4,
      cells: 3,
      rearrangements: 3,
      headingUnits: 24,
      deepest: 2,
    });
  });
});

describe('affordableTasks', () => {
  it('goes on with what is easy after what was too hard, as long as the share lasts', () => {
    const hard = blocks('>'.repeat(1_000));
    const easy = blocks('Some words.\n');
    const half = blocks('word '.repeat(60_000));
    const headings = { kind: 'headings' as const, lines: ['# *a*'] };

    expect(affordableTasks([easy, hard, half, half, easy, headings])).toEqual([true, false, true, false, true, true]);
    expect(affordableTasks([])).toEqual([]);
  });
});

function countsOf(text: string) {
  const { units, lines, blankLines, items, openLevels, cells, rearrangements, headingUnits, deepest } =
    blockFeatures(text);
  return { units, lines, blankLines, items, openLevels, cells, rearrangements, headingUnits, deepest };
}
