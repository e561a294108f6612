import {
  type ContextFragment,
  type IAgentCatalog,
  type IContextStrategy,
  StrategyPriority,
  combineContent,
  contextBudgetWithLimit,
  defaultContextBudget,
  emptyRequest,
  getFragment,
  hasContext,
  hasFragmentFrom,
} from '@lexichord/abstractions';
import { MemoryEditorService, aStrategy } from '@lexichord/testing';
import { anOrchestrator } from './test-support/an-orchestrator.js';

const request = emptyRequest('test');

/** Words that no two calls with other names share. */
function words(count: number, name: string): string {
  return Array.from({ length: count }, (_unused, index) => `${name}${index}`).join(' ');
}

/** Sorted ids of what was kept. */
function sourcesOf(fragments: readonly ContextFragment[]): string[] {
  return fragments.map(({ sourceId }) => sourceId);
}

describe('ContextOrchestrator: DES-072c §8, acceptance', () => {
  it('DES-072c AC-1: all strategies execute concurrently', async () => {
    // Each strategy waits at a barrier until all of them are there: one after the other would never end.
    let arrived = 0;
    let open: () => void = () => undefined;
    const barrier = new Promise<void>((resolve) => (open = resolve));
    const waiting = (strategyId: string): IContextStrategy =>
      aStrategy({
        strategyId,
        gather: async () => {
          arrived += 1;
          if (arrived === 8) open();
          await barrier;
          return {
            sourceId: strategyId,
            label: strategyId,
            content: words(5, strategyId),
            tokenEstimate: 5,
            relevance: 1,
          };
        },
      });
    const { orchestrator } = anOrchestrator({ strategies: Array.from('abcdefgh').map(waiting) });

    const result = await orchestrator.assemble(request, defaultContextBudget);

    expect(sourcesOf(result.fragments)).toEqual(Array.from('abcdefgh'));
  });

  it('DES-072c AC-2: a strategy that exceeds the time limit is cancelled', async () => {
    const abort = jest.fn();
    const slow = aStrategy({
      strategyId: 'slow',
      gather: (_request, { signal }) => {
        signal?.addEventListener('abort', abort);
        return new Promise(() => undefined);
      },
    });
    const { orchestrator, logger, clock } = anOrchestrator({ strategies: [slow], options: { strategyTimeoutMs: 20 } });

    const assembling = orchestrator.assemble(request, defaultContextBudget);
    await clock.advanceWhenIdle(19);
    expect(abort).not.toHaveBeenCalled();
    await clock.advanceWhenIdle(1);
    const result = await assembling;

    expect(abort).toHaveBeenCalledTimes(1);
    expect(result.skipped).toEqual([{ sourceId: 'slow', reason: 'timeout', message: 'slow took longer than 20 ms.' }]);
    expect(logger.templates('warn')).toContain('Strategy {StrategyId} timed out after {Timeout}ms');
  });

  it('DES-072c AC-3: similar content, from 85 % Jaccard, is deduplicated', async () => {
    const shared = words(17, 'shared');
    const first = aStrategy({ strategyId: 'first', priority: 90, content: `${shared} found first here` });
    // 17 of 20 words shared: 0.85. The other shares 16 of 23.
    const similar = aStrategy({ strategyId: 'similar', content: shared });
    const other = aStrategy({ strategyId: 'other', content: `quite another start ${words(16, 'shared')}` });

    const { orchestrator } = anOrchestrator({ strategies: [first, similar, other] });
    const result = await orchestrator.assemble(request, defaultContextBudget);

    expect(result.skipped).toEqual([
      {
        sourceId: 'similar',
        reason: 'duplicate',
        message: 'similar is the same or nearly the same as first.',
        tokens: 17,
        duplicateOf: 'first',
      },
    ]);
    expect(hasFragmentFrom(result, 'first')).toBe(true);
  });

  it('DES-072c AC-4: fragments are sorted by priority, then relevance, then id', async () => {
    const strategies = [
      aStrategy({ strategyId: 'low', priority: StrategyPriority.low, relevance: 1 }),
      aStrategy({ strategyId: 'medium-b', priority: StrategyPriority.medium, relevance: 0.5 }),
      aStrategy({ strategyId: 'medium-a', priority: StrategyPriority.medium, relevance: 0.5 }),
      aStrategy({ strategyId: 'medium-best', priority: StrategyPriority.medium, relevance: 0.9 }),
      aStrategy({ strategyId: 'critical', priority: StrategyPriority.critical, relevance: 0.1 }),
    ];
    const { orchestrator } = anOrchestrator({ strategies });

    const { fragments } = await orchestrator.assemble(request, defaultContextBudget);

    expect(sourcesOf(fragments)).toEqual(['critical', 'medium-best', 'medium-a', 'medium-b', 'low']);
  });

  it('DES-072c AC-5: the total never exceeds the budget, headings and separators included', async () => {
    const strategies = ['a', 'b', 'c'].map((strategyId) => aStrategy({ strategyId, content: words(40, strategyId) }));
    const { orchestrator } = anOrchestrator({ strategies });

    // 40 words of content and 2 of heading each: 84 for two, so that the third does not fit any more.
    const result = await orchestrator.assemble(request, contextBudgetWithLimit(84));

    expect(sourcesOf(result.fragments)).toEqual(['a', 'b']);
    expect(result.totalTokens).toBe(80);
    expect(result.renderedTokens).toBe(84);
    expect(result.skipped).toEqual([
      { sourceId: 'c', reason: 'over-budget', message: expect.any(String) as string, tokens: 40 },
    ]);
  });

  it('DES-072c AC-6: a low-priority fragment is truncated before it is dropped', async () => {
    const strategies = [
      aStrategy({ strategyId: 'high', priority: 90, content: words(300, 'high') }),
      aStrategy({ strategyId: 'low', priority: 40, content: words(300, 'low') }),
      aStrategy({ strategyId: 'lower', priority: 30, content: words(300, 'lower') }),
      aStrategy({ strategyId: 'small', priority: 20, content: words(3, 'small') }),
    ];
    const { orchestrator, logger } = anOrchestrator({ strategies });

    const result = await orchestrator.assemble(request, contextBudgetWithLimit(500));

    expect(result.truncated).toEqual([{ sourceId: 'low', fromTokens: 300, toTokens: 196, limit: 'budget' }]);
    expect(result.skipped.map(({ sourceId, reason }) => [sourceId, reason])).toEqual([
      ['lower', 'over-budget'],
      ['small', 'over-budget'],
    ]);
    expect(logger.templates()).toContain('Truncated {SourceId} from {Original} to {Truncated} tokens');
    expect(logger.templates()).toContain('Budget exhausted at {Tokens}/{Max} tokens, dropping remaining');
  });

  it('DES-072c AC-7: document name and cursor position are extracted as variables', async () => {
    const editor = new MemoryEditorService({ 'guides/setup.md': '# Setup\n\n## Install\n\nRun it.\n' });
    const { orchestrator } = anOrchestrator({
      strategies: [aStrategy({ strategyId: 'doc', content: 'one two' })],
      editor,
    });

    const { variables } = await orchestrator.assemble(
      { documentPath: 'guides/setup.md', cursorPosition: 25, selectedText: 'Run', agentId: 'editor' },
      defaultContextBudget,
    );

    expect(variables).toEqual({
      AgentId: 'editor',
      DocumentName: 'setup.md',
      DocumentPath: 'guides/setup.md',
      Language: 'markdown',
      CurrentHeading: 'Install',
      CursorPosition: 25,
      SelectionLength: 3,
      FragmentCount: 1,
      TotalTokens: 2,
    });
  });

  it('DES-072c AC-8: ContextAssembledEvent is published on completion, with the started event before it', async () => {
    const { orchestrator, published } = anOrchestrator({ strategies: [aStrategy({ strategyId: 'doc' })] });

    const result = await orchestrator.assemble(request, defaultContextBudget, {
      origin: 'preview',
      correlationId: 'c-7',
    });

    const head = { correlationId: 'c-7', origin: 'preview', agentId: 'test' };
    expect(published).toEqual([
      { name: 'ContextAssemblyStarted', event: { ...head, request, budget: defaultContextBudget } },
      { name: 'ContextAssembled', event: { ...head, result } },
    ]);
  });

  it('DES-072c AC-9: setStrategyEnabled affects the assemblies that start afterwards', async () => {
    const { orchestrator, published } = anOrchestrator({ strategies: [aStrategy({ strategyId: 'doc' })] });

    orchestrator.setStrategyEnabled('doc', false);
    const without = await orchestrator.assemble(request, defaultContextBudget);
    orchestrator.setStrategyEnabled('doc', true);
    const again = await orchestrator.assemble(request, defaultContextBudget);

    expect(without.fragments).toEqual([]);
    expect(without.skipped[0]?.reason).toBe('disabled');
    expect(sourcesOf(again.fragments)).toEqual(['doc']);
    expect(published.filter(({ name }) => name === 'StrategyToggled')).toHaveLength(2);
  });

  it('DES-072c AC-10: the result is empty, and published, when nothing was gathered', async () => {
    const nothing = aStrategy({ strategyId: 'nothing', gather: () => Promise.resolve(undefined) });
    const { orchestrator, published, logger } = anOrchestrator({ strategies: [nothing] });

    const result = await orchestrator.assemble(request, defaultContextBudget);

    expect(hasContext(result)).toBe(false);
    expect(combineContent(result)).toBe('');
    expect(result.renderedTokens).toBe(0);
    expect(result.skipped).toEqual([
      { sourceId: 'nothing', reason: 'empty', message: 'nothing returned no content for this request.' },
    ]);
    expect(published.at(-1)?.name).toBe('ContextAssembled');
    expect(logger.templates('info')).toContain('No context fragments gathered');
  });

  it('DES-072c AC-11: the failure of one strategy does not fail the assembly', async () => {
    const failing = aStrategy({ strategyId: 'failing', gather: () => Promise.reject(new TypeError('secret content')) });
    const { orchestrator, logger } = anOrchestrator({ strategies: [failing, aStrategy({ strategyId: 'fine' })] });

    const result = await orchestrator.assemble(request, defaultContextBudget);

    expect(sourcesOf(result.fragments)).toEqual(['fine']);
    expect(result.skipped).toEqual([
      { sourceId: 'failing', reason: 'error', message: 'failing failed: TypeError. See the log for details.' },
    ]);
    expect(logger.templates('error')).toEqual(['Strategy {StrategyId} failed']);
  });
});

describe('ContextOrchestrator: DES-072c §9, sample tests', () => {
  const doc = (tokens: number, content: string, priority = 60): IContextStrategy =>
    aStrategy({ strategyId: 'doc', tokenEstimate: tokens, content, priority });
  const rag = (tokens: number, content: string, priority = 60): IContextStrategy =>
    aStrategy({ strategyId: 'rag', tokenEstimate: tokens, content, priority });

  it('DES-072c §9: combines the results of several strategies', async () => {
    const { orchestrator } = anOrchestrator({
      strategies: [
        doc(100, 'Document content'),
        aStrategy({ strategyId: 'selection', tokenEstimate: 50, content: 'Selected text' }),
      ],
    });

    const result = await orchestrator.assemble(request, defaultContextBudget);

    expect(result.fragments).toHaveLength(2);
    expect(result.totalTokens).toBe(150);
  });

  it('DES-072c §9: trims fragments that exceed the budget', async () => {
    const { orchestrator } = anOrchestrator({
      strategies: [doc(5000, 'Large document'), rag(4000, 'Large RAG results')],
    });

    const result = await orchestrator.assemble(request, contextBudgetWithLimit(6000));

    expect(result.totalTokens).toBeLessThanOrEqual(6000);
    expect(result.totalTokens).toBeGreaterThan(0);
  });

  it('DES-072c §9: keeps identical content once', async () => {
    const content = 'The quick brown fox jumps over the lazy dog';
    const selection = aStrategy({ strategyId: 'selection', tokenEstimate: 10, content });
    const { orchestrator } = anOrchestrator({ strategies: [doc(10, content), selection] });

    const result = await orchestrator.assemble(request, defaultContextBudget);

    expect(result.fragments).toHaveLength(1);
  });

  it('DES-072c §9: sorts fragments by priority', async () => {
    const { orchestrator } = anOrchestrator({
      strategies: [
        rag(50, 'Low priority', StrategyPriority.medium),
        doc(50, 'High priority', StrategyPriority.critical),
      ],
    });

    const result = await orchestrator.assemble(request, defaultContextBudget);

    expect(sourcesOf(result.fragments)).toEqual(['doc', 'rag']);
  });

  it('DES-072c §9: a slow strategy times out after 100 ms, the fast one is kept', async () => {
    const slow = aStrategy({
      strategyId: 'slow',
      gather: (_request, { signal }) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new TypeError('aborted')))),
    });
    const fast = aStrategy({ strategyId: 'fast', tokenEstimate: 10, content: 'Fast content' });
    const { orchestrator, clock } = anOrchestrator({ strategies: [slow, fast], options: { strategyTimeoutMs: 100 } });

    const assembling = orchestrator.assemble(request, defaultContextBudget);
    await clock.advanceWhenIdle(100);
    const result = await assembling;

    expect(sourcesOf(result.fragments)).toEqual(['fast']);
    expect(result.skipped[0]?.reason).toBe('timeout');
  });

  it('DES-072c §9: a disabled strategy is left out', async () => {
    const { orchestrator } = anOrchestrator({ strategies: [doc(50, 'Document'), rag(50, 'RAG results')] });
    orchestrator.setStrategyEnabled('rag', false);

    const result = await orchestrator.assemble(request, defaultContextBudget);

    expect(sourcesOf(result.fragments)).toEqual(['doc']);
  });

  it('DES-072c §9: an excluded strategy is skipped', async () => {
    const { orchestrator } = anOrchestrator({ strategies: [doc(50, 'Document'), rag(50, 'RAG results')] });

    const result = await orchestrator.assemble(request, { maxTokens: 8000, excludedStrategies: ['rag'] });

    expect(result.fragments).toHaveLength(1);
    expect(hasFragmentFrom(result, 'rag')).toBe(false);
    expect(getFragment(result, 'doc')?.content).toBe('Document');
  });

  it('DES-072c §9: publishes one event, for the agent that asked', async () => {
    const { orchestrator, published } = anOrchestrator({ strategies: [doc(50, 'Content')] });

    await orchestrator.assemble(emptyRequest('test-agent'), defaultContextBudget);

    const assembled = published.filter(({ name }) => name === 'ContextAssembled');
    expect(assembled).toHaveLength(1);
    expect(assembled[0]?.event).toMatchObject({ agentId: 'test-agent', origin: 'agent' });
  });

  it('DES-072c §9: extracts variables even when the document cannot be read', async () => {
    const { orchestrator } = anOrchestrator({ strategies: [doc(50, 'Content')] });

    const { variables } = await orchestrator.assemble(
      { documentPath: '/path/doc.md', cursorPosition: 100, selectedText: 'selected', agentId: 'test' },
      defaultContextBudget,
    );

    expect(variables.DocumentName).toBe('doc.md');
    expect(variables.CursorPosition).toBe(100);
  });

  it('DES-072c §9: without strategies the result is empty', async () => {
    const { orchestrator, logger } = anOrchestrator({ strategies: [] });

    const result = await orchestrator.assemble(request, defaultContextBudget);

    expect(hasContext(result)).toBe(false);
    expect(logger.templates('warn')).toEqual(['No strategies available for context assembly']);
  });
});

describe('ContextOrchestrator: what belongs to a request', () => {
  it('gives every strategy one version of the document and the agent as it was, with each call', async () => {
    const editor = new MemoryEditorService({ 'a.md': 'before' });
    const agent = { agentId: 'tuning', displayName: 'Before' };
    const agents: IAgentCatalog = { listAgents: () => [], findAgent: () => agent, supports: () => true };
    const seen: string[] = [];
    const reading = (strategyId: string): IContextStrategy =>
      aStrategy({
        strategyId,
        gather: async (_request, { readDocument, agent: given }) => {
          const document = await readDocument?.();
          editor.setUnsavedContent('a.md', 'after');
          seen.push(`${given?.displayName} ${document?.content}`);
          return undefined;
        },
      });
    const strategies = ['a', 'b'].map(reading);
    const { orchestrator } = anOrchestrator({ strategies, editor, agents, options: { maxParallelism: 1 } });

    await orchestrator.assemble({ agentId: 'tuning', documentPath: 'a.md' }, defaultContextBudget);

    expect(seen).toEqual(['Before before', 'Before before']);
  });

  it('gives the document without its secrets, and an agent that nobody knows under its id', async () => {
    const editor = new MemoryEditorService({ 'a.md': 'secret:one and more' });
    const seen: unknown[] = [];
    const strategy = aStrategy({
      strategyId: 'a',
      gather: async (_request, { readDocument, agent }) => {
        seen.push((await readDocument?.())?.content, agent);
        return undefined;
      },
    });
    const { orchestrator } = anOrchestrator({ strategies: [strategy], editor });

    await orchestrator.assemble({ agentId: 'nobody', documentPath: 'a.md' }, defaultContextBudget);

    expect(seen).toEqual([expect.not.stringContaining('secret:one'), { agentId: 'nobody', displayName: 'nobody' }]);
  });
});
