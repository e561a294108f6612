import type { IncludedChunk } from '@lexichord/abstractions';
import { WordTokenCounter } from '@lexichord/testing';

import type { Layout } from '../format/formatter.js';
import { ranked } from '../test-support/a-ranked-chunk.js';
import { fitText } from './fit-text.js';

const counter = new WordTokenCounter();

/** A layout that measures less, or more, than it makes. */
function layoutThatIsOffBy(extra: number): Layout {
  const format = (chunks: readonly IncludedChunk[]): string => chunks.map(({ content }) => content).join(' ');
  const tokensOf = (chunks: readonly IncludedChunk[]): number => counter.countTokens(format(chunks));
  return { format, measure: (chunks) => Math.max(0, tokensOf(chunks) - extra), frameTokens: 0, warnings: [] };
}

const sized = (...sizes: readonly number[]): readonly IncludedChunk[] =>
  ranked(
    ...sizes.map((size, index) => ({
      filePath: `${index}.ts`,
      content: Array.from({ length: size }, () => 'word').join(' '),
      tokenCount: size,
    })),
  );

describe('fitText', () => {
  it('leaves a selection that fits as it is', () => {
    const included = sized(3, 4);

    const fitted = fitText({ included, excluded: [] }, { layout: layoutThatIsOffBy(0), counter, availableTokens: 7 });

    expect(fitted).toMatchObject({ included, excluded: [], totalTokens: 7 });
  });

  it('T-016 AC-059: takes the worst chunks out again when they were charged too little', () => {
    const included = sized(3, 4, 2);

    const fitted = fitText({ included, excluded: [] }, { layout: layoutThatIsOffBy(2), counter, availableTokens: 7 });

    expect(fitted.included.map(({ rank }) => rank)).toEqual([1, 2]);
    expect(fitted.excluded).toMatchObject([{ rank: 3, reason: 'budget-exceeded' }]);
    expect(fitted.totalTokens).toBe(7);
  });

  it.each([
    ['that were charged next to nothing', 400, 0],
    ['of which some are passed over', 400, 4_000],
  ])('T-016 threat 3: counts the whole text few times for thousands of chunks %s', (_, availableTokens, passedOver) => {
    const chunks = ranked(
      ...Array.from({ length: 4_000 + passedOver }, (_unused, at) => {
        return { filePath: 'a.ts', startLine: at * 2 + 1, endLine: at * 2 + 1, content: 'w w', tokenCount: 1 };
      }),
    );
    const layout = layoutThatIsOffBy(0);
    const format = jest.spyOn(layout, 'format');
    const measure = jest.spyOn(layout, 'measure');
    const excluded = chunks.slice(4_000).map((chunk) => ({ ...chunk, reason: 'budget-exceeded' as const }));

    const fitted = fitText({ included: chunks.slice(0, 4_000), excluded }, { layout, counter, availableTokens });

    expect(fitted.totalTokens).toBeLessThanOrEqual(availableTokens);
    expect(fitted.included.length + fitted.excluded.length).toBe(chunks.length);
    expect(format.mock.calls.length).toBeLessThan(80);
    expect(measure.mock.calls.length).toBeLessThanOrEqual(2_000);
    expect(Math.max(0, ...measure.mock.calls.map(([some]) => some.length))).toBeLessThanOrEqual(3);
  });

  it('T-016 AC-058: gives no chunk what is left if the whole text would be over the budget', () => {
    const [first, second] = sized(3, 4);
    const excluded = [second].map((chunk) => ({
      ...(chunk as IncludedChunk),
      tokenCount: 2,
      reason: 'budget-exceeded' as const,
    }));

    const fitted = fitText(
      { included: [first as IncludedChunk], excluded },
      { layout: layoutThatIsOffBy(2), counter, availableTokens: 5 },
    );

    expect(fitted).toMatchObject({ included: [{ rank: 1 }], excluded: [{ rank: 2 }], totalTokens: 3 });
  });

  it('T-016 FR-016-111: gives what is left to chunks that were passed over, best first', () => {
    const [first, second, third, fourth] = sized(3, 9, 2, 2);
    const excluded = [second, third, fourth].map((chunk) => ({
      ...(chunk as IncludedChunk),
      reason: 'budget-exceeded' as const,
    }));

    const fitted = fitText(
      { included: [first as IncludedChunk], excluded },
      { layout: layoutThatIsOffBy(0), counter, availableTokens: 6 },
    );

    expect(fitted.included.map(({ rank }) => rank)).toEqual([1, 3]);
    expect(fitted.included.every((chunk) => !('reason' in chunk))).toBe(true);
    expect(fitted.excluded.map(({ rank }) => rank)).toEqual([2, 4]);
  });

  it.each([
    [0, [1], ['category-budget-exceeded', 'category-budget-exceeded']],
    [1, [1], ['budget-exceeded', 'budget-exceeded']],
    [2, [1, 2], ['category-budget-exceeded']],
    [3, [1, 2], ['budget-exceeded']],
    [9, [1, 2, 3], []],
  ])('gives a kind of source no more than its limit of %i', (reference, ranks, reasons) => {
    const [first, ...others] = sized(3, 2, 2);
    const excluded = others.map((chunk) => ({
      ...({ ...chunk, sourceType: 'reference', reason: 'budget-exceeded' } as const),
    }));

    const fitted = fitText(
      { included: [first as IncludedChunk], excluded },
      { layout: layoutThatIsOffBy(0), counter, availableTokens: 9, categoryTokens: { reference } },
    );

    expect(fitted.included.map(({ rank }) => rank)).toEqual(ranks);
    expect(fitted.excluded.map(({ reason }) => reason)).toEqual(reasons);
  });

  it('gives nothing to what was left out for another reason', () => {
    const [first, second] = sized(3, 1);
    const excluded = [{ ...(second as IncludedChunk), reason: 'below-threshold' as const }];

    const fitted = fitText(
      { included: [first as IncludedChunk], excluded },
      { layout: layoutThatIsOffBy(0), counter, availableTokens: 9 },
    );

    expect(fitted.included).toHaveLength(1);
  });

  it('ends with nothing when not even one chunk fits', () => {
    const fitted = fitText(
      { included: sized(5), excluded: [] },
      { layout: layoutThatIsOffBy(4), counter, availableTokens: 2 },
    );

    expect(fitted).toMatchObject({
      included: [],
      content: '',
      totalTokens: 0,
      excluded: [{ reason: 'budget-exceeded' }],
    });
  });
});
