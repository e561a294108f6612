import {
  type ContextFragment,
  type IContextStrategy,
  LexichordError,
  type StrategyDescriptor,
  combineContent,
  contextBudgetWithLimit,
  defaultContextBudget,
  emptyRequest,
} from '@lexichord/abstractions';
import { aStrategy } from '@lexichord/testing';
import { anOrchestrator, documentedOptions } from './test-support/an-orchestrator.js';

const request = emptyRequest('test');

function sourcesOf(fragments: readonly ContextFragment[]): string[] {
  return fragments.map(({ sourceId }) => sourceId);
}

/** Words that no two calls with other names share. */
function words(count: number, name: string): string {
  return Array.from({ length: count }, (_unused, index) => `${name}${index}`).join(' ');
}

/** A row of the licence table for a strategy. */
function rowOf(strategy: IContextStrategy, tier: StrategyDescriptor['tier']): StrategyDescriptor {
  const { strategyId, displayName, priority, maxTokens } = strategy;
  return { strategyId, displayName, priority, maxTokens, tier };
}

describe('ContextOrchestrator: SBD-072 §17, acceptance', () => {
  it('SBD-072 AC-2: three strategies run at once, as a barrier shows', async () => {
    const arrived: string[] = [];
    let open: () => void = () => undefined;
    const barrier = new Promise<void>((resolve) => (open = resolve));
    const strategies = ['doc', 'sel', 'rag'].map((strategyId) =>
      aStrategy({
        strategyId,
        gather: async () => {
          arrived.push(strategyId);
          if (arrived.length === 3) open();
          await barrier;
          return {
            sourceId: strategyId,
            label: strategyId,
            content: words(9, strategyId),
            tokenEstimate: 9,
            relevance: 1,
          };
        },
      }),
    );
    const { orchestrator } = anOrchestrator({ strategies });

    const result = await orchestrator.assemble({ documentPath: '/path', agentId: 'test' }, { maxTokens: 8000 });

    expect(result.fragments).toHaveLength(3);
  });

  it('SBD-072 §14.2: three fragments of 3,000 tokens are trimmed to 5,000', async () => {
    const strategies = ['doc', 'sel', 'rag'].map((strategyId) =>
      aStrategy({ strategyId, tokenEstimate: 3000, content: words(3000, strategyId) }),
    );
    const { orchestrator } = anOrchestrator({ strategies });

    const result = await orchestrator.assemble(
      { documentPath: '/path', agentId: 'test' },
      contextBudgetWithLimit(5000),
    );

    expect(result.totalTokens).toBeLessThanOrEqual(5000);
    expect(result.totalTokens).toBeGreaterThan(4900);
    expect(result.fragments.length).toBeLessThan(3);
  });

  it('SBD-072 AC-4: higher priority fragments are retained when trimming', async () => {
    const strategies = [
      aStrategy({ strategyId: 'low', priority: 20, content: words(90, 'low') }),
      aStrategy({ strategyId: 'high', priority: 90, content: words(90, 'high') }),
    ];
    const { orchestrator } = anOrchestrator({ strategies });

    const result = await orchestrator.assemble(request, contextBudgetWithLimit(100));

    expect(sourcesOf(result.fragments)).toEqual(['high']);
    expect(result.truncated).toEqual([]);
  });

  it('SBD-072 AC-5: identical content is in the output once', async () => {
    const content = 'A paragraph that more than one strategy brings along, word for word.';
    const strategies = [
      aStrategy({ strategyId: 'document', priority: 100, content: `# Title\n\n${content}\n\nAnd more.` }),
      aStrategy({ strategyId: 'rag', content: `${content}\n\nSomething that only the search found, elsewhere.` }),
      aStrategy({ strategyId: 'style', priority: 50, content }),
    ];
    const { orchestrator } = anOrchestrator({ strategies });

    const result = await orchestrator.assemble(request, defaultContextBudget);

    expect(combineContent(result).split(content)).toHaveLength(2);
    expect(result.fragments[1]?.content).toBe('[see document]\n\nSomething that only the search found, elsewhere.');
    expect(result.deduplicated).toEqual([
      { sourceId: 'rag', duplicateOf: ['document'], blocks: 1, fromTokens: 19, toTokens: 9 },
    ]);
    expect(result.skipped[0]).toMatchObject({ sourceId: 'style', reason: 'duplicate', duplicateOf: 'document' });
  });

  it('SBD-072 AC-7: disabling a strategy removes its fragment from the context', async () => {
    const { orchestrator } = anOrchestrator({
      strategies: [aStrategy({ strategyId: 'document' }), aStrategy({ strategyId: 'heading' })],
    });
    const before = await orchestrator.assemble(request, defaultContextBudget);

    orchestrator.setStrategyEnabled('heading', false);
    const after = await orchestrator.assemble(request, defaultContextBudget);

    expect(sourcesOf(before.fragments)).toEqual(['document', 'heading']);
    expect(sourcesOf(after.fragments)).toEqual(['document']);
  });

  it('SBD-072 AC-9: a Teams strategy has no fragment for WriterPro and is named as locked', async () => {
    const free = aStrategy({ strategyId: 'document', priority: 100 });
    const locked = aStrategy({ strategyId: 'style', displayName: 'Style Rules', priority: 50 });
    const { orchestrator } = anOrchestrator({
      // As the composition root does it: the row is always registered, the strategy by licence.
      strategies: [free],
      descriptors: [rowOf(free, 'WriterPro'), rowOf(locked, 'Teams')],
      tier: 'WriterPro',
    });

    const result = await orchestrator.assemble(request, { maxTokens: 8000, requiredStrategies: ['style'] });

    const message = 'Style Rules needs the Teams tier; the licence in force is WriterPro.';
    expect(sourcesOf(result.fragments)).toEqual(['document']);
    expect(result.skipped).toEqual([{ sourceId: 'style', reason: 'unlicensed', message }]);
    expect(result.warnings).toEqual([`"style" is required but not in the result: ${message}`]);
    expect(orchestrator.getStrategies().map(({ strategyId }) => strategyId)).toEqual(['document']);
    expect(orchestrator.describeStrategies()).toEqual([
      expect.objectContaining({ strategyId: 'document', licensed: true, available: true }),
      expect.objectContaining({ strategyId: 'style', licensed: false, tier: 'Teams' }),
    ]);
  });

  it('SBD-072 AC-9: a strategy registered past the licence rows still needs Enterprise', async () => {
    const strategies = [aStrategy({ strategyId: 'custom' })];
    const teams = anOrchestrator({ strategies, tier: 'Teams' });
    const enterprise = anOrchestrator({ strategies, tier: 'Enterprise' });

    expect((await teams.orchestrator.assemble(request, defaultContextBudget)).skipped[0]?.reason).toBe('unlicensed');
    expect((await enterprise.orchestrator.assemble(request, defaultContextBudget)).fragments).toHaveLength(1);
  });

  it('SBD-072 AC-10: ContextAssembledEvent is published after assembly', async () => {
    const { orchestrator, published } = anOrchestrator({ strategies: [aStrategy({ strategyId: 'document' })] });

    const result = await orchestrator.assemble(request, defaultContextBudget);

    expect(published.at(-1)).toEqual({
      name: 'ContextAssembled',
      event: { correlationId: 'id-1', origin: 'agent', agentId: 'test', result },
    });
  });
});

describe('ContextOrchestrator: SBD-072 §11.1, strategy selection', () => {
  const supportsOnlyDocument = {
    listAgents: () => [],
    findAgent: () => undefined,
    supports: (_agentId: string, strategyId: string) => strategyId === 'document',
  };
  const strategies = ['document', 'style'].map((strategyId) => aStrategy({ strategyId, displayName: strategyId }));

  it('skips what the agent does not support', async () => {
    const { orchestrator } = anOrchestrator({ strategies, agents: supportsOnlyDocument });

    const { skipped } = await orchestrator.assemble(request, defaultContextBudget);

    expect(skipped).toEqual([
      { sourceId: 'style', reason: 'unsupported', message: 'The agent "test" does not use style.' },
    ]);
  });

  it('runs a required strategy although the agent does not support it', async () => {
    const { orchestrator } = anOrchestrator({ strategies, agents: supportsOnlyDocument });

    const { fragments } = await orchestrator.assemble(request, { maxTokens: 900, requiredStrategies: ['style'] });

    expect(sourcesOf(fragments)).toEqual(['document', 'style']);
  });

  it('lets exclusion win over requirement, and a switch-off too', async () => {
    const { orchestrator } = anOrchestrator({ strategies });
    orchestrator.setStrategyEnabled('style', false);

    const { skipped, warnings } = await orchestrator.assemble(request, {
      maxTokens: 900,
      requiredStrategies: ['document', 'style'],
      excludedStrategies: ['document'],
    });

    expect(skipped.map(({ sourceId, reason }) => [sourceId, reason])).toEqual([
      ['document', 'excluded'],
      ['style', 'disabled'],
    ]);
    expect(warnings).toHaveLength(2);
  });

  it('names a strategy whose service the host does not have', async () => {
    const [document] = strategies as [IContextStrategy];
    const descriptors = [rowOf(document, 'WriterPro'), rowOf(aStrategy({ strategyId: 'rag' }), 'Teams')];
    const { orchestrator } = anOrchestrator({ strategies: [document], descriptors });

    const { skipped } = await orchestrator.assemble(request, defaultContextBudget);

    expect(skipped).toEqual([
      { sourceId: 'rag', reason: 'unsupported', message: 'rag needs a service that this host does not provide.' },
    ]);
  });

  it('refuses an id that nobody registered', async () => {
    const { orchestrator } = anOrchestrator({ strategies });
    const budget = { maxTokens: 900, excludedStrategies: ['documnet'] };

    const refused = orchestrator.assemble(request, budget);

    await expect(refused).rejects.toThrow('There is no strategy "documnet". Available strategies: document, style.');
    expect(() => orchestrator.setStrategyEnabled('documnet', true)).toThrow(LexichordError);
    expect(() => orchestrator.isStrategyEnabled('documnet')).toThrow(LexichordError);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses a budget of %p tokens', async (maxTokens) => {
    const { orchestrator } = anOrchestrator({ strategies });

    await expect(orchestrator.assemble(request, { maxTokens })).rejects.toMatchObject({ code: 'invalid-argument' });
  });

  it('refuses two strategies with one id, and an id that no configuration can name, at the start', () => {
    expect(() => anOrchestrator({ strategies: [...strategies, ...strategies] })).toThrow(
      expect.objectContaining({ code: 'duplicate-strategy' }) as Error,
    );
    for (const strategyId of ['a b', '', 'x'.repeat(81)]) {
      expect(() => anOrchestrator({ strategies: [aStrategy({ strategyId })] })).toThrow(
        expect.objectContaining({ code: 'invalid-argument' }) as Error,
      );
    }
    expect(() => anOrchestrator({ strategies: [aStrategy({ strategyId: 'x'.repeat(80) })] })).not.toThrow();
  });

  it('takes a size and a switch-off from the options', async () => {
    const { orchestrator } = anOrchestrator({
      strategies: [
        aStrategy({ strategyId: 'document', content: words(50, 'word') }),
        aStrategy({ strategyId: 'style' }),
      ],
      options: { strategies: { document: { maxTokens: 20 }, style: { enabled: false } } },
    });

    const { truncated, skipped } = await orchestrator.assemble(request, defaultContextBudget);

    expect(truncated).toEqual([{ sourceId: 'document', fromTokens: 50, toTokens: 20, limit: 'strategy' }]);
    expect(skipped[0]).toMatchObject({ sourceId: 'style', reason: 'disabled' });
  });

  it('finishes an assembly with the options it began with, and begins the next with the new ones', async () => {
    const liveOptions = { current: { ...documentedOptions, maxParallelism: 1 } };
    const changing = aStrategy({
      strategyId: 'document',
      gather: () => {
        liveOptions.current = { ...liveOptions.current, strategies: { style: { maxTokens: 5 } } };
        return Promise.resolve(undefined);
      },
    });
    const style = aStrategy({ strategyId: 'style', priority: 10, content: words(50, 'word') });
    const { orchestrator } = anOrchestrator({ strategies: [changing, style], liveOptions });

    const first = await orchestrator.assemble(request, defaultContextBudget);
    const second = await orchestrator.assemble(request, defaultContextBudget);

    expect(first.fragments[0]?.tokenEstimate).toBe(50);
    expect(second.fragments[0]?.tokenEstimate).toBe(5);
  });

  it('runs no more strategies at once than allowed', async () => {
    let running = 0;
    let max = 0;
    const counted = Array.from('abcdef').map((strategyId) =>
      aStrategy({
        strategyId,
        gather: async () => {
          running += 1;
          max = Math.max(max, running);
          await Promise.resolve();
          await Promise.resolve();
          running -= 1;
          return undefined;
        },
      }),
    );
    const { orchestrator } = anOrchestrator({ strategies: counted, options: { maxParallelism: 2 } });

    await orchestrator.assemble(request, defaultContextBudget);

    expect(max).toBe(2);
  });
});
