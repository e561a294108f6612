import { StrategyPriority, isNothingGathered } from './context-strategy.js';

describe('strategies', () => {
  it('SBD-072 §3.1: have named priorities, of which a higher one is more important', () => {
    expect(StrategyPriority).toEqual({ critical: 100, high: 90, medium: 60, low: 40, optional: 20 });
  });

  it('tell a reasoned nothing from a fragment', () => {
    expect(isNothingGathered({ nothing: 'empty', message: 'No headings.' })).toBe(true);
    expect(isNothingGathered({ sourceId: 'a', label: 'A', content: 'a', tokenEstimate: 1, relevance: 1 })).toBe(false);
  });
});
