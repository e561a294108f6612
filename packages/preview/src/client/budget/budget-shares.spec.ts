import type { AssemblyView, FragmentView } from '../../view-model/preview-state.js';
import { budgetShares } from './budget-shares.js';

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
