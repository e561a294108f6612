import type { IContextStrategy } from '@lexichord/abstractions';
import { aStrategy } from '../builders/a-strategy.js';
import { WordTokenCounter } from '../fakes/word-token-counter.js';
import { describeContextStrategy } from './describe-context-strategy.js';

const tokenCounter = new WordTokenCounter();

/** The smallest strategy that keeps the contract: the selection, cut at a word. */
const echo: IContextStrategy = aStrategy({
  strategyId: 'echo',
  maxTokens: 50,
  gather: async ({ selectedText = '' }, { signal, maxTokens }) => {
    await Promise.resolve();
    signal?.throwIfAborted();
    const { content, tokenCount } = tokenCounter.truncateToTokens(selectedText, Math.min(50, maxTokens));
    if (tokenCount === 0) return undefined;
    return { sourceId: 'echo', label: 'Echo', content, tokenEstimate: tokenCount, relevance: 1 };
  },
});

describeContextStrategy('echo', () => ({
  strategy: echo,
  tokenCounter,
  request: { agentId: 'test', selectedText: 'word '.repeat(80) },
  requestsWithoutInput: [{ agentId: 'test' }],
}));
