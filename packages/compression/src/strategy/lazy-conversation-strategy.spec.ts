import type { IContextStrategy } from '@lexichord/abstractions';

import { conversationDescriptor, lazyConversationStrategy } from './lazy-conversation-strategy.js';

describe('lazyConversationStrategy', () => {
  it('loads the strategy when a request names a conversation, and not before', async () => {
    const asked: unknown[] = [];
    const loaded: Partial<IContextStrategy> = {
      gather: (request) => Promise.resolve(asked.push(request) > 0 ? undefined : undefined),
    };
    let loads = 0;
    const strategy = lazyConversationStrategy(() => {
      loads += 1;
      return Promise.resolve(loaded as IContextStrategy);
    });
    const request = { agentId: 'copilot', hints: { conversationId: 'talk' } };

    expect(await strategy.gather({ agentId: 'copilot' }, { maxTokens: 9 })).toMatchObject({
      nothing: 'empty',
      message: expect.stringContaining('conversationId') as unknown,
    });
    expect(loads).toBe(0);
    await strategy.gather(request, { maxTokens: 9 });

    expect({ loads, asked }).toEqual({ loads: 1, asked: [request] });
    const { strategyId, priority, maxTokens } = conversationDescriptor;
    expect(strategy).toMatchObject({ strategyId, priority, maxTokens });
  });
});
