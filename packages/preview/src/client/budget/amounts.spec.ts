import type { AssemblyView, FragmentView } from '../../view-model/preview-state.js';
import { budgetEntry, budgetShares, durationText, scoreText, shareText, tokensText } from './amounts.js';

describe('tokensText', () => {
  it.each([
    [0, '0 tokens'],
    [1, '1 token'],
    [2_150, '2,150 tokens'],
    [1_234_567, '1,234,567 tokens'],
  ])('writes %d as %s', (tokens, text) => {
    expect(tokensText(tokens)).toBe(text);
  });
});

describe('shareText', () => {
  it.each([
    [0, '0 %'],
    [0.004, '<1 %'],
    [0.01, '1 %'],
    [5_234 / 8_000, '65 %'],
    [0.994, '99 %'],
    [0.9999, '99 %'],
    [1, '100 %'],
    [Number.NaN, '0 %'],
  ])('writes %d as %s', (share, text) => {
    expect(shareText(share)).toBe(text);
  });
});

describe('scoreText', () => {
  it('has two digits', () => {
    expect([scoreText(1), scoreText(0.816)]).toEqual(['1.00', '0.82']);
  });
});

describe('durationText', () => {
  it.each([
    [0.2, '<1 ms'],
    [18.4, '18 ms'],
    [999.4, '999 ms'],
    [999.6, '1.0 s'],
    [1_240, '1.2 s'],
  ])('writes %d as %s', (milliseconds, text) => {
    expect(durationText(milliseconds)).toBe(text);
  });
});

function anAssembly(tokens: readonly number[], renderedTokens: number, maxTokens: number): AssemblyView {
  const fragments = tokens.map((count, place): FragmentView => ({
    sourceId: `source-${String(place)}`,
    label: `Source ${String(place)}`,
    content: 'text',
    tokens: count,
    budgetShare: count / maxTokens,
    relevance: 1,
    form: { kind: 'text' },
    color: place,
    use: 'same',
  }));
  return {
    correlationId: 'c',
    origin: 'preview',
    agentId: 'copilot',
    assembledAt: '2025-01-02T03:04:05.000Z',
    durationMs: 1,
    totalTokens: tokens.reduce((sum, count) => sum + count, 0),
    renderedTokens,
    maxTokens,
    usedShare: renderedTokens / maxTokens,
    fragments,
    leftOut: [],
    warnings: [],
    prompt: [],
    isCurrent: true,
  };
}

describe('budgetShares', () => {
  it('divides the budget into fragments, what frames them, and what is free', () => {
    const { segments, framing, free } = budgetShares(anAssembly([2_000, 300], 2_312, 8_000));

    expect(segments.map(({ tokens }) => tokens)).toEqual([2_000, 300]);
    expect([framing, free]).toEqual([12, 5_688]);
    expect(2_000 + 300 + framing + free).toBe(8_000);
  });

  it('is never below nothing where texts count less together than one by one', () => {
    const { framing, free } = budgetShares(anAssembly([500, 500], 998, 1_000));

    expect([framing, free]).toEqual([0, 0]);
  });

  it('gives a fragment without tokens no place in the bar', () => {
    expect(budgetShares(anAssembly([0, 7], 7, 10)).segments).toHaveLength(1);
  });
});

describe('budgetEntry', () => {
  it.each([
    ['8000', 8_000],
    [' 12,500 ', 12_500],
    ['12 500', 12_500],
    ['1', 1],
    ['', 'agent'],
    ['  ', 'agent'],
    ['0', 'invalid'],
    ['-5', 'invalid'],
    ['12.5', 'invalid'],
    ['many', 'invalid'],
    ['1e999', 'invalid'],
  ])('takes %j for %s', (text, entry) => {
    expect(budgetEntry(text)).toBe(entry);
  });
});
