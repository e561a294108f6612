import { aFragment } from './a-fragment.js';
import { aStrategy } from './a-strategy.js';

describe('builders', () => {
  it('make a fragment with a true count of words', () => {
    expect(aFragment({ content: 'one two' })).toMatchObject({ sourceId: 'document', tokenEstimate: 2, relevance: 1 });
    expect(aFragment()).toMatchObject({ label: 'Document Content', tokenEstimate: 5 });
    expect(aFragment({ content: '', sourceId: 'style' })).toMatchObject({ sourceId: 'style', tokenEstimate: 0 });
  });

  it('make a strategy that gives its fragment', async () => {
    const strategy = aStrategy({ strategyId: 'style', content: 'rules', relevance: 0.5 });

    await expect(strategy.gather({ agentId: 'a' }, { maxTokens: 10 })).resolves.toEqual({
      sourceId: 'style',
      label: 'style',
      content: 'rules',
      tokenEstimate: 1,
      relevance: 0.5,
    });
    expect(aStrategy({ strategyId: 'x', priority: 7 }).priority).toBe(7);
  });
});
