import type { RankedChunk } from '@lexichord/abstractions';
import { WordTokenCounter } from '@lexichord/testing';
import fc from 'fast-check';

import type { Layout } from '../format/formatter.js';
import { ranked } from '../test-support/a-ranked-chunk.js';
import { GreedySelector } from './greedy-selector.js';
import type { Selection, SelectionRules } from './selector.js';
import { TokenBudget } from './token-budget.js';

/** A layout in which each chunk costs its tokens and two more. */
const layout: Layout = {
  format: (chunks) => chunks.map(({ content }) => content).join(''),
  measure: (chunks) => chunks.reduce((sum, { tokenCount }) => sum + tokenCount + 2, 0),
  frameTokens: 0,
  warnings: [],
};

interface Limits extends Partial<Omit<SelectionRules, 'budget' | 'layout'>> {
  readonly tokens: number;
  readonly categories?: ConstructorParameters<typeof TokenBudget>[1];
}

function select(
  chunks: readonly RankedChunk[],
  { tokens, categories, ...rules }: Limits,
): Selection & { budget: TokenBudget } {
  const budget = new TokenBudget(tokens, categories);
  const all = { minimumChunks: 1, balance: false, breadthTokens: 0, inclusionThreshold: 0, ...rules, budget, layout };
  return { ...new GreedySelector(new WordTokenCounter()).select(chunks, all), budget };
}

const sized = (...sizes: readonly number[]): readonly RankedChunk[] =>
  ranked(...sizes.map((tokenCount, index) => ({ filePath: `${index}.ts`, tokenCount })));

const ranksOf = (chunks: readonly RankedChunk[]): readonly number[] => chunks.map(({ rank }) => rank);

describe('GreedySelector', () => {
  it('T-016 FR-016-110: takes the best that fit, in the order of their rank', () => {
    const { included, excluded } = select(sized(10, 10, 10, 10), { tokens: 36 });

    expect(ranksOf(included)).toEqual([1, 2, 3]);
    expect(ranksOf(excluded)).toEqual([4]);
  });

  it('T-016 FR-016-114: passes over what does not fit, and takes the next that does', () => {
    const { included, excluded, budget } = select(sized(20, 50, 60, 18), { tokens: 42 });

    expect(ranksOf(included)).toEqual([1, 4]);
    expect(ranksOf(excluded)).toEqual([2, 3]);
    expect(budget.remainingTokens).toBe(0);
  });

  it('T-016 AC-063: takes the largest chunk that fits, to the last token', () => {
    const { included, budget } = select(sized(50, 40, 3), { tokens: 42 });

    expect([ranksOf(included), budget.remainingTokens]).toEqual([[2], 0]);
  });

  it('leaves out what it has no time to look at, but never everything', () => {
    let asked = 0;
    const chunks = sized(10, 10, 10, 10);

    const { included, excluded } = select(chunks, { tokens: 100, isOutOfTime: () => ++asked > 1 });
    const late = select(chunks, { tokens: 100, isOutOfTime: () => true });

    expect([ranksOf(included), excluded.map(({ reason }) => reason)]).toEqual([
      [1, 2],
      ['timeout', 'timeout'],
    ]);
    expect([ranksOf(late.included), late.excluded.length]).toEqual([[1], 3]);
  });

  it('measures a chunk with its neighbours, however many there are', () => {
    const chunks = ranked(
      ...Array.from({ length: 500 }, (_, at) => ({
        filePath: 'a.ts',
        startLine: at * 3 + 1,
        endLine: at * 3 + 2,
        tokenCount: 1,
      })),
    );
    const measured: number[] = [];
    const counting: Layout = {
      ...layout,
      measure: (some) => {
        measured.push(some.length);
        return layout.measure(some);
      },
    };
    const rules = { minimumChunks: 1, balance: false, breadthTokens: 0, inclusionThreshold: 0, layout: counting };

    const budget = new TokenBudget(1_500);
    const { included } = new GreedySelector(new WordTokenCounter()).select(chunks, { ...rules, budget });

    expect([included.length, budget.remainingTokens]).toEqual([500, 0]);
    expect(Math.max(...measured)).toBeLessThanOrEqual(3);
    expect(measured.length).toBeLessThanOrEqual(1_000);
  });

  it('takes one search result of each file before further ones, up to so many tokens', () => {
    const files = ['a.ts', 'a.ts', 'a.ts', 'b.ts', 'c.ts'];
    const chunks = ranked(...files.map((filePath, index) => ({ filePath, tokenCount: 10, startLine: index * 9 + 1 })));
    const takenWith = (breadthTokens: number): readonly number[] =>
      ranksOf(select(chunks, { tokens: 36, breadthTokens }).included);

    expect([takenWith(0), takenWith(20), takenWith(30)]).toEqual([
      [1, 2, 3],
      [1, 2, 4],
      [1, 4, 5],
    ]);
  });

  it('T-016 FR-016-118: says why each chunk was left out', () => {
    const chunks = ranked(
      { filePath: 'a.ts', tokenCount: 10 },
      { filePath: 'b.ts', tokenCount: 100 },
      { filePath: 'c.ts', tokenCount: 10, sourceType: 'reference' },
      { filePath: 'd.ts', tokenCount: 10, rankScore: 0.05 },
    );

    const { excluded } = select(chunks, { tokens: 50, categories: { reference: 5 }, inclusionThreshold: 0.1 });

    expect(excluded.map(({ reason }) => reason)).toEqual([
      'budget-exceeded',
      'category-budget-exceeded',
      'below-threshold',
    ]);
  });

  it("names the limit of the kind of source where it is the smaller one, whatever the chunk's size", () => {
    const chunks = ranked(
      { filePath: 'a.ts', tokenCount: 10 },
      { filePath: 'b.ts', tokenCount: 100, sourceType: 'reference' },
      { filePath: 'c.ts', tokenCount: 100, sourceType: 'open-file' },
    );

    const { excluded } = select(chunks, { tokens: 50, categories: { reference: 0, 'open-file': 90 } });

    expect(excluded.map(({ reason }) => reason)).toEqual(['category-budget-exceeded', 'budget-exceeded']);
  });

  it('charges what stands around a chunk', () => {
    expect(select(sized(10), { tokens: 11, minimumChunks: 0 }).included).toEqual([]);
    expect(select(sized(10), { tokens: 12 }).included).toHaveLength(1);
  });

  it('T-016 FR-016-116: takes from the kinds of source in turn when asked to (Should_Balance_Multiple_Sources)', () => {
    const chunks = ranked(
      { filePath: 'a.ts', tokenCount: 10 },
      { filePath: 'b.ts', tokenCount: 10 },
      { filePath: 'c.ts', tokenCount: 10 },
      { filePath: 'd.ts', tokenCount: 10, sourceType: 'reference' },
    );

    expect(ranksOf(select(chunks, { tokens: 24 }).included)).toEqual([1, 2]);
    expect(ranksOf(select(chunks, { tokens: 24, balance: true }).included)).toEqual([1, 4]);
  });

  it('T-016 FR-016-119: fits the minimum before all others, whatever it scores', () => {
    const chunks = ranked(
      { filePath: 'a.ts', tokenCount: 10, rankScore: 0.01 },
      { filePath: 'b.ts', tokenCount: 10, rankScore: 0.01 },
      { filePath: 'c.ts', tokenCount: 10, rankScore: 0.01 },
    );

    expect(ranksOf(select(chunks, { tokens: 99, inclusionThreshold: 0.5, minimumChunks: 2 }).included)).toEqual([1, 2]);
  });

  it('T-016 FR-016-120: gives the beginning of the best chunk, marked, when nothing fits whole', () => {
    const [chunk] = ranked({ startLine: 11, endLine: 15, content: 'one\ntwo\n\nthree\nfour\n' });

    const { included, excluded, budget } = select(chunk === undefined ? [] : [chunk], { tokens: 4 });

    expect(included).toMatchObject([
      { startLine: 11, endLine: 12, content: 'one\ntwo\n', isTruncated: true, tokenCount: 2 },
    ]);
    expect(excluded).toEqual([]);
    expect([budget.allocatedTokens, budget.remainingTokens]).toEqual([4, 0]);
  });

  it('gives no beginning of what the reader has already, though nothing else is there', () => {
    const createIndex = () => ({
      find: () => ({ reason: 'duplicate', keptChunk: 'sent' }) as const,
      add: () => undefined,
    });

    const { included, excluded } = select(sized(20), { tokens: 42, createIndex });

    expect(included).toEqual([]);
    expect(excluded).toMatchObject([{ reason: 'duplicate', keptChunk: 'sent' }]);
  });

  it('T-016 AC-062: takes nothing when nothing fits', () => {
    const chunks = ranked({ content: 'one two three\nfour\n', endLine: 2, tokenCount: 4 });

    expect(select(chunks, { tokens: 4 })).toMatchObject({ included: [], excluded: [{ reason: 'budget-exceeded' }] });
    expect(select(chunks, { tokens: 0 })).toMatchObject({ included: [], excluded: [{ reason: 'budget-exceeded' }] });
  });

  it('handles no chunk, one, and all that fit (Should_Handle_Empty_Candidates, _Single_Candidate, _All_Candidates_Fit)', () => {
    expect(select([], { tokens: 10 })).toMatchObject({ included: [], excluded: [] });
    expect(select(sized(1), { tokens: 10 }).included).toHaveLength(1);
    expect(select(sized(1, 2, 3), { tokens: 99 }).excluded).toEqual([]);
  });

  it('T-016 FR-016-112: gives every chunk once, with a reason where it is left out, and never takes too much', () => {
    const chunk = fc.record({
      tokenCount: fc.nat(40),
      score: fc.integer({ min: 0, max: 10 }),
      isReference: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(chunk, { maxLength: 20 }),
        fc.nat(200),
        fc.nat(3),
        fc.boolean(),
        fc.nat(200),
        (given, tokens, minimumChunks, balance, breadthTokens) => {
          const chunks = ranked(
            ...given
              .toSorted((a, b) => b.score - a.score)
              .map(({ tokenCount, score, isReference }, index) => ({
                filePath: `${index % 7}.ts`,
                startLine: index * 9 + 1,
                tokenCount,
                rankScore: score / 10,
                sourceType: isReference ? ('reference' as const) : ('search-result' as const),
              })),
          );

          const limits = { tokens, breadthTokens, categories: { reference: 50 } };
          const rules = { ...limits, minimumChunks, balance, inclusionThreshold: 0.3 };
          const { included, excluded, budget } = select(chunks, rules);

          expect(layout.measure(included)).toBeLessThanOrEqual(tokens);
          expect(budget.allocatedTokens).toBe(layout.measure(included));
          expect([...ranksOf(included), ...ranksOf(excluded)].sort((a, b) => a - b)).toEqual(ranksOf(chunks));
          expect(excluded.every(({ reason }) => reason.length > 0)).toBe(true);
        },
      ),
    );
  });
});
