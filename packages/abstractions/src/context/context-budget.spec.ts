import { contextBudgetWithLimit, defaultContextBudget, excludesStrategy, requiresStrategy } from './context-budget.js';

describe('ContextBudget', () => {
  it('DES-072c §4.3: is 8,000 tokens by default', () => {
    expect(defaultContextBudget).toEqual({ maxTokens: 8000 });
    expect(contextBudgetWithLimit(6000)).toEqual({ maxTokens: 6000 });
  });

  it('SBD-072 §3.3: knows which strategies it requires and excludes', () => {
    const budget = { maxTokens: 8000, requiredStrategies: ['style'], excludedStrategies: ['rag'] };

    expect(requiresStrategy(budget, 'style')).toBe(true);
    expect(requiresStrategy(budget, 'rag')).toBe(false);
    expect(excludesStrategy(budget, 'rag')).toBe(true);
    expect(excludesStrategy(defaultContextBudget, 'rag')).toBe(false);
    expect(requiresStrategy(defaultContextBudget, 'rag')).toBe(false);
  });
});
