import type { ExcludedChunk, RankedChunk } from '@lexichord/abstractions';

import type { Layout } from '../format/formatter.js';
import { aLayout, modelCounter as counter } from '../test-support/a-layout.js';
import { aRankedChunk, ranked } from '../test-support/a-ranked-chunk.js';
import { type OutlineBudget, type OutlineResult, allShown, withOutline } from './with-outline.js';

/** A function of so many lines, with its name in the first. */
function aFunction(name: string, given: Partial<RankedChunk> = {}): Partial<RankedChunk> {
  const { filePath = `src/${name}.ts`, startLine = 1, endLine = 12 } = given;
  const content = `function ${name}(value: number): number {\n${'  value = value * 2 + 1;\n'.repeat(Math.max(0, endLine - startLine - 1))}}\n`;
  return { filePath, startLine, endLine, content, symbol: name, tokenCount: counter.countTokens(content), ...given };
}

/** Chunks that had no room, unless they have another reason. */
function leftOut(chunks: readonly RankedChunk[], given: Partial<ExcludedChunk> = {}): readonly ExcludedChunk[] {
  return chunks.map((chunk) => ({ ...chunk, reason: 'budget-exceeded', ...given }));
}

describe('withOutline', () => {
  let layout: Layout;

  beforeAll(async () => {
    layout = await aLayout();
  });

  /** The first so many of the chunks are bodies. */
  const outlineOf = (
    chunks: readonly RankedChunk[],
    bodies: number,
    budget: Partial<OutlineBudget> = {},
  ): OutlineResult =>
    withOutline(
      { included: chunks.slice(0, bodies), excluded: leftOut(chunks.slice(bodies)) },
      { layout, counter, availableTokens: 1_000, freeTokens: 500, share: 0.1, ...budget },
    );
  const levelsOf = ({ outline }: OutlineResult): readonly string[] =>
    outline.map(({ shown: { symbol, detailLevel } }) => `${symbol}: ${detailLevel}`);

  it('shows the signature of what had no room, and says why', () => {
    const chunks = ranked(aFunction('first'), aFunction('second'), aFunction('third'));

    const result = outlineOf(chunks, 1);

    expect(levelsOf(result)).toEqual(['second: signature', 'third: signature']);
    expect(allShown(result)[1]).toMatchObject({
      id: chunks[1]?.id,
      content: 'function second(value: number): number',
      bodyReason: 'budget-exceeded',
      bodyTokens: chunks[1]?.tokenCount,
    });
    expect(result.excluded).toEqual([]);
    expect(result.included).toEqual(chunks.slice(0, 1));
    expect(result.addedTokens).toBe(layout.measure(allShown(result)) - layout.measure(result.included));
  });

  it('measures each line once, also where bodies give way to it', () => {
    const chunks = ranked(...Array.from({ length: 20 }, (_, index) => aFunction(`step${index}`)));
    const measured: string[] = [];
    const counting: Layout = {
      ...layout,
      measure: (lines) => {
        const [line, other] = lines;
        if (other === undefined && line?.detailLevel !== undefined) measured.push(`${line.id} ${line.detailLevel}`);
        return layout.measure(lines);
      },
    };

    const { included } = outlineOf(chunks, 4, { layout: counting, availableTokens: 4_000, freeTokens: 5 });

    expect(included.length).toBeLessThan(4);
    const repeated = measured.filter((line, index) => measured.indexOf(line) !== index);
    // What is around all lines is measured by the first of them, once without and once with the bodies that gave way.
    expect(new Set(repeated).size).toBeLessThanOrEqual(2);
  });

  it('takes what brings most for its tokens: the better score, the other file, the shorter line', () => {
    const second = aFunction('second', { filePath: 'src/first.ts', startLine: 20, endLine: 31 });
    const chunks = ranked(
      aFunction('first', { rankScore: 0.9 }),
      { ...second, rankScore: 0.51 },
      aFunction('third', { rankScore: 0.5 }),
      aFunction('aVeryLongNameThatTakesManyTokensOfTheBudgetWhereverItIsShown', { rankScore: 0.5 }),
    );
    const room = outlineOf(chunks.slice(0, 1).concat(chunks.slice(2, 3)), 1).addedTokens;

    expect(levelsOf(outlineOf(chunks, 1, { freeTokens: room }))).toEqual(['third: signature']);
  });

  it('shows a name where there is no signature, and the place where there is no name', () => {
    const part = aFunction('second', { content: '  value = value * 2;\n'.repeat(12), part: { index: 2, count: 2 } });
    const chunks = ranked(
      aFunction('first'),
      { ...part, tokenCount: 100 },
      { content: 'x\n'.repeat(60), tokenCount: 99 },
    );

    expect(levelsOf(outlineOf(chunks, 1))).toEqual(['second: name', 'undefined: path']);
  });

  it('shows nothing that the text has, that leads nowhere, or that is left out for another reason', () => {
    const [body, ...others] = ranked(
      aFunction('first', { filePath: 'src/a.ts' }),
      aFunction('inside', { filePath: 'src/a.ts', startLine: 12, endLine: 20 }),
      aFunction('output', { filePath: 'tool:log' }),
      aFunction('piece', { startLine: 5, endLine: 5, part: { index: 1, count: 2 }, content: 'x'.repeat(500) }),
      aFunction('odd', { filePath: 'src/`.ts' }),
      aFunction('withheld', { filePath: 'src/[secret: token].ts' }),
    );
    const late = leftOut(ranked(aFunction('late')), { reason: 'timeout', rank: 9 });

    const selection = { included: [body as RankedChunk], excluded: [...leftOut(others), ...late] };
    const result = withOutline(selection, { layout, counter, availableTokens: 9_000, freeTokens: 500, share: 0.1 });

    expect(result).toEqual({ ...selection, outline: [], addedTokens: 0 });
  });

  it('shows nothing of a kind of source that has a budget of its own', () => {
    const chunks = ranked(aFunction('first'), aFunction('second'), aFunction('third', { sourceType: 'open-file' }));

    expect(levelsOf(outlineOf(chunks, 1, { limitedTypes: new Set(['search-result']) }))).toEqual(['third: signature']);
  });

  it('takes nothing from bodies up to 1,000 tokens, and a share of what is above', () => {
    const chunks = ranked(...Array.from({ length: 20 }, (_, index) => aFunction(`f${index}`)));

    const small = outlineOf(chunks, 10, { availableTokens: 1_000, freeTokens: 0 });
    const large = outlineOf(chunks, 10, { availableTokens: 3_000, freeTokens: 0 });

    expect([small.included.length, small.outline.length]).toEqual([10, 0]);
    expect(large.included).toEqual(chunks.slice(0, large.included.length));
    expect(large.included.length).toBeLessThan(10);
    expect(large.outline.length).toBeGreaterThan(3);
    expect(large.addedTokens).toBeLessThanOrEqual(0);
    const tokens = layout.measure(allShown(large)) - layout.measure(large.included);
    expect(tokens).toBeLessThanOrEqual(200);
    expect([...allShown(large), ...large.excluded].map(({ rank }) => rank).sort((a, b) => a - b)).toEqual(
      chunks.map(({ rank }) => rank),
    );
  });

  it.each<[string, Partial<RankedChunk>]>([
    ['named lines', { anchorOrder: 0 }],
    ['a large body', { endLine: 300 }],
    ['an open file', { sourceType: 'open-file' }],
    ['the output of a tool', { sourceType: 'tool-result' }],
  ])('leaves the best chunk, and %s, where they are', (_name, given) => {
    const others = [1, 2, 3, 4].map((index) => aFunction(`f${index}`));
    const chunks = ranked(aFunction('best'), aFunction('second', given), ...others);

    const { included } = outlineOf(chunks, 2, { availableTokens: 3_000, freeTokens: 0 });

    expect(included).toEqual(chunks.slice(0, 2));
  });

  it.each<[string, Partial<OutlineBudget>]>([
    ['without a share', { share: 0 }],
    ['in a layout that shows none', { layout: { format: () => '', measure: () => 0, frameTokens: 0, warnings: [] } }],
  ])('is empty %s', (_name, budget) => {
    const chunks = ranked(aFunction('first'), aFunction('second'));

    expect(outlineOf(chunks, 1, budget).outline).toEqual([]);
  });

  it('is empty beside a chunk that was cut, and alone', () => {
    const excluded = leftOut(ranked(aFunction('second')));
    const budget = { layout, counter, availableTokens: 900, freeTokens: 500, share: 0.1 };

    expect(withOutline({ included: [{ ...aRankedChunk(), isTruncated: true }], excluded }, budget).outline).toEqual([]);
    expect(withOutline({ included: [], excluded }, budget).outline).toEqual([]);
  });
});
