import { ErrorCode, type IKnowledgeContextStrategy, LexichordError } from '@lexichord/abstractions';
import type { IDatabase } from '@lexichord/storage';

import { LazyKnowledgeStrategy } from './lazy-knowledge-strategy.js';
import { agentDefaults } from './strategy/agent-defaults.js';

const request = { agentId: 'copilot', hints: { query: 'pet' } };

function aStrategy(fingerprint: () => Promise<string | undefined>, check: () => void = () => undefined) {
  const calls: string[] = [];
  const loaded = {
    gather: () => Promise.resolve(calls.push('gather') > 0 ? undefined : undefined),
    shorten: () => Promise.resolve(calls.push('shorten') > 0 ? undefined : undefined),
    getContext: () => Promise.reject(new LexichordError(ErrorCode.storageFailed, 'gone')),
    getKnowledgeContext: () => Promise.reject(new LexichordError(ErrorCode.storageFailed, 'gone too')),
  } as unknown as IKnowledgeContextStrategy;
  let failures = 0;
  const strategy = new LazyKnowledgeStrategy({
    database: { fingerprint } as Partial<IDatabase> as IDatabase,
    check,
    load: () => {
      calls.push('load');
      failures += 1;
      return failures === 1 ? Promise.reject(new LexichordError(ErrorCode.internal, 'once')) : Promise.resolve(loaded);
    },
    configFor: agentDefaults,
  });
  return { strategy, calls };
}

describe('LazyKnowledgeStrategy', () => {
  it('loads nothing as long as there is no graph', async () => {
    const { strategy, calls } = aStrategy(() => Promise.resolve(undefined));

    expect(await strategy.gather(request, { maxTokens: 100 })).toMatchObject({ nothing: 'empty' });
    expect(strategy.getConfigForAgent('editor').maxEntities).toBe(30);
    expect(calls).toEqual([]);
  });

  it('loads the strategy once there is one, again after a failure, and hands everything on', async () => {
    const { strategy, calls } = aStrategy(() => Promise.resolve('1'));
    const fragment = { sourceId: 'knowledge', label: '', content: 'x', tokenEstimate: 1, relevance: 1 };

    await expect(strategy.gather(request, { maxTokens: 100 })).rejects.toThrow('once');
    await strategy.gather(request, { maxTokens: 100 });
    await strategy.shorten(fragment, 10, { request });

    expect(calls).toEqual(['load', 'load', 'gather', 'shorten']);
    await expect(strategy.getContext({ agentId: 'a', query: 'q' })).rejects.toThrow('gone');
    await expect(strategy.getKnowledgeContext({ agentId: 'a', query: 'q' }, agentDefaults('a'))).rejects.toThrow(
      'gone too',
    );
  });

  it('a graph that is unavailable: leaves it to the strategy to say so', async () => {
    const { strategy, calls } = aStrategy(() => Promise.reject(new LexichordError(ErrorCode.storageFailed, 'no disk')));

    await strategy.gather(request, { maxTokens: 100 }).catch(() => undefined);

    expect(calls).toEqual(['load']);
  });

  it('tells a program that it is locked, and loads nothing for it', async () => {
    const { strategy, calls } = aStrategy(
      () => Promise.resolve('1'),
      () => {
        throw new LexichordError(ErrorCode.licenseRequired, 'locked');
      },
    );
    const asked = { agentId: 'a', query: 'q' };

    await expect(strategy.getContext(asked)).rejects.toThrow('locked');
    await expect(strategy.getKnowledgeContext(asked, agentDefaults('a'))).rejects.toThrow('locked');
    expect(calls).toEqual([]);
  });

  it("rejects with the signal's reason", async () => {
    const { strategy } = aStrategy(() => Promise.resolve('1'));

    await expect(strategy.gather(request, { maxTokens: 9, signal: AbortSignal.abort('enough') })).rejects.toBe(
      'enough',
    );
  });
});
