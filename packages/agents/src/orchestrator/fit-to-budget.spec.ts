import { combineContent, contextBudgetWithLimit, emptyRequest } from '@lexichord/abstractions';
import { WordTokenCounter, aStrategy } from '@lexichord/testing';

import { anOrchestrator } from '../test-support/an-orchestrator.js';

/** Counts ten tokens more wherever a fragment follows another one. */
class CostlyJoins extends WordTokenCounter {
  override countTokens(text: string): number {
    const joins = Math.max(0, text.split('## ').length - 2);
    return super.countTokens(text) + 10 * joins;
  }
}

describe('fitToBudget', () => {
  it('DES-072c AC-5: the total stays in the budget with a counter whose parts count less than the whole', async () => {
    const tokenCounter = new CostlyJoins();
    const strategies = ['a', 'b', 'c'].map((strategyId) =>
      aStrategy({
        strategyId,
        tokenEstimate: 20,
        content: Array.from({ length: 20 }, (_unused, at) => `${strategyId}${at}`).join(' '),
      }),
    );
    const { orchestrator } = anOrchestrator({ strategies, tokenCounter });

    const result = await orchestrator.assemble(emptyRequest('test'), contextBudgetWithLimit(70));

    expect(result.fragments.map(({ sourceId }) => sourceId)).toEqual(['a', 'b']);
    expect(tokenCounter.countTokens(combineContent(result))).toBeLessThanOrEqual(70);
  });
});
