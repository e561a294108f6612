import type { IContextStrategy } from '@lexichord/abstractions';
import { WordTokenCounter } from '../fakes/word-token-counter.js';
import { describeContextStrategy } from './describe-context-strategy.js';

const tokenCounter = new WordTokenCounter();

/** The smallest strategy that keeps the contract: it repeats the selection. */
const echo: IContextStrategy = {
  strategyId: 'echo',
  displayName: 'Echo',
  priority: 10,
  maxTokens: 20,
  gather: async ({ selectedText = '' }, { maxTokens, signal }) => {
    await Promise.resolve();
    signal?.throwIfAborted();
    const { content, tokenCount } = tokenCounter.truncateToTokens(selectedText, Math.min(maxTokens, 20));
    if (content.length === 0) return { nothing: 'empty', message: 'Nothing is selected.' };
    return { sourceId: 'echo', label: 'Echo', content, tokenEstimate: tokenCount, relevance: 1 };
  },
};

const setup = {
  strategy: echo,
  tokenCounter,
  request: { agentId: 'copilot', selectedText: 'one two three '.repeat(20) },
  requestsWithoutInput: [{ agentId: 'copilot' }],
};

describeContextStrategy('A strategy that repeats the selection', () => setup);

describeContextStrategy('A strategy that shortens too', () => ({
  ...setup,
  strategy: {
    ...echo,
    shorten: async (fragment, maxTokens) => {
      await Promise.resolve();
      const { content, tokenCount } = tokenCounter.truncateToTokens(fragment.content, maxTokens);
      return content.length === 0 ? undefined : { ...fragment, content, tokenEstimate: tokenCount };
    },
  },
}));
