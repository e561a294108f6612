import fc from 'fast-check';

import { type DifferenceRow, differenceOf } from './line-differences.js';

const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}\n`).join('');

const textOf = (rows: readonly DifferenceRow[] | undefined, not: 'added' | 'removed'): string =>
  (rows ?? []).map((row) => (row.kind === 'gap' || row.kind === not ? '' : `${row.text}\n`)).join('');

describe('differenceOf', () => {
  it('marks lines that came and went, with their numbers and a little around them', async () => {
    const difference = await differenceOf(numbered(1, 20), numbered(1, 9) + 'new\n' + numbered(11, 20));

    expect(difference).toEqual({
      added: 1,
      removed: 1,
      hiddenRows: 0,
      rows: [
        { kind: 'gap', count: 6 },
        { kind: 'same', text: 'line 7', beforeLine: 7, afterLine: 7 },
        { kind: 'same', text: 'line 8', beforeLine: 8, afterLine: 8 },
        { kind: 'same', text: 'line 9', beforeLine: 9, afterLine: 9 },
        { kind: 'removed', text: 'line 10', beforeLine: 10 },
        { kind: 'added', text: 'new', afterLine: 10 },
        { kind: 'same', text: 'line 11', beforeLine: 11, afterLine: 11 },
        { kind: 'same', text: 'line 12', beforeLine: 12, afterLine: 12 },
        { kind: 'same', text: 'line 13', beforeLine: 13, afterLine: 13 },
        { kind: 'gap', count: 7 },
      ],
    });
  });

  it('holds every line of both texts when nothing is left out', async () => {
    const text = fc.array(fc.constantFrom('a', 'b', '', '{', '<b>'), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(text, text, async (before, after) => {
        fc.pre(before.join('\n') !== after.join('\n'));
        const joined = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

        const { rows } = await differenceOf(joined(before), joined(after), {
          characters: 1000,
          milliseconds: 10_000,
          rows: 1000,
          context: 1000,
        });

        expect(textOf(rows, 'added')).toBe(joined(before));
        expect(textOf(rows, 'removed')).toBe(joined(after));
      }),
    );
  });

  it('says what differs where only the line ends do', async () => {
    const { rows } = await differenceOf('a\r\nb\n', 'a\nb');

    expect(rows).toEqual([
      { kind: 'removed', text: 'a', beforeLine: 1, lineEnd: 'CR LF' },
      { kind: 'removed', text: 'b', beforeLine: 2 },
      { kind: 'added', text: 'a', afterLine: 1 },
      { kind: 'added', text: 'b', afterLine: 2, lineEnd: 'no line end' },
    ]);
  });

  it('only counts when the texts are too large, and shows no more rows than anybody reads', async () => {
    const limits = { characters: 1_000_000, milliseconds: 10_000, rows: 10, context: 3 };

    const counted = await differenceOf('a\nb\nb\n', 'b\nc\nc\n', { ...limits, characters: 5 });
    const cut = await differenceOf('', numbered(1, 30), limits);

    expect(counted).toEqual({ added: 2, removed: 2, hiddenRows: 0 });
    expect([cut.added, cut.rows?.length, cut.hiddenRows]).toEqual([30, 10, 20]);
  });

  it('finds nothing in equal texts', async () => {
    expect(await differenceOf('a\nb', 'a\nb')).toEqual({
      added: 0,
      removed: 0,
      hiddenRows: 0,
      rows: [{ kind: 'gap', count: 2 }],
    });
    expect(await differenceOf('', '')).toEqual({ added: 0, removed: 0, hiddenRows: 0, rows: [] });
  });
});
