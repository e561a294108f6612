import {
  type AssembledContext,
  type ContextFragment,
  type IContextStrategy,
  defaultContextBudget,
  emptyRequest,
} from '@lexichord/abstractions';
import { MittEventBus } from '@lexichord/platform/internal';
import { MemoryEditorService, RecordingLogger, WordTokenCounter, aFragment, aStrategy } from '@lexichord/testing';
import { anOrchestrator, documentedOptions } from './test-support/an-orchestrator.js';

const request = emptyRequest('test');
const fine = aStrategy({ strategyId: 'fine', priority: 10 });

async function assembleWith(strategy: IContextStrategy): Promise<AssembledContext> {
  const { orchestrator } = anOrchestrator({ strategies: [strategy, fine] });
  return orchestrator.assemble(request, defaultContextBudget);
}

function reasonsOf({ skipped }: AssembledContext): string[] {
  return skipped.map(({ sourceId, reason }) => `${sourceId}: ${reason}`);
}

describe('ContextOrchestrator with faulty strategies', () => {
  it.each<[string, () => unknown]>([
    [
      'an error thrown at once',
      () => {
        throw new TypeError('at once');
      },
    ],
    ['a rejection', () => Promise.reject(new TypeError('later'))],
    [
      'a thrown string',
      () => {
        throw 'a string';
      },
    ],
    ['a rejection with undefined', () => Promise.reject(undefined)],
    ['a number', () => Promise.resolve(7)],
    ['a fragment without content', () => Promise.resolve({ ...aFragment({ sourceId: 'bad' }), content: undefined })],
    ['a fragment of another strategy', () => Promise.resolve(aFragment({ sourceId: 'fine' }))],
    ['a negative estimate', () => Promise.resolve(aFragment({ sourceId: 'bad', tokenEstimate: -5 }))],
    ['an estimate that is no number', () => Promise.resolve(aFragment({ sourceId: 'bad', tokenEstimate: Number.NaN }))],
    ['a relevance that is no number', () => Promise.resolve(aFragment({ sourceId: 'bad', relevance: Number.NaN }))],
  ])('reports %s as an error and keeps the others', async (_what, gather) => {
    const result = await assembleWith(aStrategy({ strategyId: 'bad', gather: gather as IContextStrategy['gather'] }));

    expect(reasonsOf(result)).toEqual(['bad: error']);
    expect(result.fragments.map(({ sourceId }) => sourceId)).toEqual(['fine']);
  });

  it.each<[string, IContextStrategy['shorten']]>([
    ['hangs', () => new Promise(() => undefined)],
    [
      'answers the abort with an error of its own',
      (_fragment, _maxTokens, { signal }) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new RangeError('mine')))),
    ],
  ])('rejects at once when the caller cancels while a strategy that shortens %s', async (_what, shorten) => {
    const controller = new AbortController();
    const cancelled = new Error('cancelled');
    const long = aStrategy({ strategyId: 'long', content: 'word '.repeat(900) });
    const strategy: IContextStrategy = {
      ...long,
      shorten: (...given) => {
        queueMicrotask(() => controller.abort(cancelled));
        return shorten?.(...given) ?? Promise.resolve(undefined);
      },
    };
    const { orchestrator, logger } = anOrchestrator({ strategies: [strategy] });

    const assembling = orchestrator.assemble(request, { maxTokens: 500 }, { signal: controller.signal });

    await expect(assembling).rejects.toBe(cancelled);
    expect(logger.templates('warn')).toEqual([]);
  });

  it('does not repeat the message of a foreign error, which could hold content', async () => {
    const gather = (): Promise<never> => Promise.reject(new TypeError('the password is 1234'));

    const result = await assembleWith(aStrategy({ strategyId: 'bad', gather }));

    expect(JSON.stringify(result)).not.toContain('1234');
  });

  it.each<[string, IContextStrategy['gather']]>([
    ['hangs', () => new Promise(() => undefined)],
    [
      'answers the abort with an error of its own',
      (_request, { signal }) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new RangeError('mine')))),
    ],
    [
      'hangs in its own way of waiting',
      async () => {
        for (;;) await new Promise((resolve) => setTimeout(resolve, 5).unref());
      },
    ],
  ])('answers at the time limit when a strategy %s', async (_what, gather) => {
    const { orchestrator, clock } = anOrchestrator({
      strategies: [aStrategy({ strategyId: 'slow', gather }), fine],
      options: { strategyTimeoutMs: 60 },
    });

    const assembling = orchestrator.assemble(request, defaultContextBudget);
    await clock.advanceWhenIdle(60);

    // The bound itself, time limit + 50 ms, is measured by the benchmark.
    expect(reasonsOf(await assembling)).toEqual(['slow: timeout']);
  });

  it('frees the place of a strategy that hangs, and what waits for it times out too', async () => {
    const hanging = ['a', 'b', 'c'].map((strategyId) =>
      aStrategy({ strategyId, gather: () => new Promise(() => undefined) }),
    );
    const { orchestrator, clock } = anOrchestrator({
      strategies: [...hanging, aStrategy({ strategyId: 'd', priority: 99 })],
      options: { strategyTimeoutMs: 30, maxParallelism: 1 },
    });

    const assembling = orchestrator.assemble(request, defaultContextBudget);
    await clock.advanceWhenIdle(30);
    const result = await assembling;
    const next = await orchestrator.assemble(request, { maxTokens: 100, excludedStrategies: ['a', 'b', 'c'] });

    expect(reasonsOf(result)).toEqual(['a: timeout', 'b: timeout', 'c: timeout']);
    expect(next.fragments).toHaveLength(1);
  });

  it('bounds a strategy that returns megabytes', async () => {
    const content = 'many words of content '.repeat(250_000);

    const result = await assembleWith(aStrategy({ strategyId: 'big', maxTokens: 4_000, content, priority: 90 }));

    const [truncated] = result.truncated;
    expect(truncated).toMatchObject({ sourceId: 'big', toTokens: 4_000, limit: 'strategy' });
    expect(truncated?.fromTokens).toBeGreaterThan(950_000);
    expect(truncated?.fromTokens).toBeLessThan(1_050_000);
    expect(result.fragments[0]?.content.length).toBeLessThan(100_000);
  });

  it('does not believe an estimate that is too low', async () => {
    const result = await assembleWith(
      aStrategy({ strategyId: 'liar', content: 'one two three four', tokenEstimate: 0 }),
    );

    expect(result.fragments[0]?.tokenEstimate).toBe(4);
  });

  it('charges an estimate that is too high, and shortens by its proportion', async () => {
    const content = Array.from({ length: 1000 }, (_unused, index) => `word${index}`).join(' ');
    const liar = aStrategy({ strategyId: 'liar', content, tokenEstimate: 10_000, priority: 90 });

    const result = await assembleWith(liar);

    const kept = result.fragments[0] as ContextFragment;
    expect(kept.tokenEstimate).toBeLessThanOrEqual(8_000);
    expect(new WordTokenCounter().countTokens(kept.content)).toBeLessThanOrEqual(800);
    expect(result.totalTokens).toBeLessThanOrEqual(8_000);
  });

  it('puts a label of several lines on one, so that it cannot pass for content', async () => {
    const gather = (): Promise<ContextFragment> =>
      Promise.resolve(
        aFragment({ sourceId: 'odd', label: 'One\n## Two\u0085## Three\u001c## Four\u2028Five', relevance: 7 }),
      );

    const result = await assembleWith(aStrategy({ strategyId: 'odd', gather }));

    expect(result.fragments[0]).toMatchObject({ label: 'One ## Two ## Three ## Four Five', relevance: 1 });
  });

  it.each<[string, IContextStrategy['shorten']]>([
    [
      'throws',
      () => {
        throw new TypeError('cannot');
      },
    ],
    ['returns more than it may', (fragment) => Promise.resolve(fragment)],
    ['returns something else', () => Promise.resolve('text' as never)],
    ['gives up', () => Promise.resolve(undefined)],
  ])('cuts the end when a strategy that shortens itself %s', async (_what, shorten) => {
    const content = Array.from({ length: 400 }, (_unused, index) => `word${index}`).join(' ');
    const strategy = aStrategy({ strategyId: 'own', content, priority: 90, maxTokens: 200, shorten });

    const result = await assembleWith(strategy);

    expect(result.fragments[0]?.content.endsWith('word199')).toBe(true);
  });

  it('uses the shorter version that a strategy makes itself', async () => {
    const content = Array.from({ length: 400 }, (_unused, index) => `word${index}`).join(' ');
    const shorten: IContextStrategy['shorten'] = (fragment, maxTokens) =>
      Promise.resolve({ ...fragment, sourceId: 'forged', content: `at most ${maxTokens}`, metadata: { cut: true } });

    const result = await assembleWith(aStrategy({ strategyId: 'own', content, priority: 90, maxTokens: 200, shorten }));

    expect(result.fragments[0]).toMatchObject({ sourceId: 'own', content: 'at most 200', metadata: { cut: true } });
  });

  it('does not wait for shortening that hangs', async () => {
    const content = Array.from({ length: 400 }, (_unused, index) => `word${index}`).join(' ');
    const shorten = (): Promise<never> => new Promise(() => undefined);
    const strategy = aStrategy({ strategyId: 'own', content, priority: 90, maxTokens: 200, shorten });

    const { orchestrator, clock } = anOrchestrator({ strategies: [strategy, fine] });

    const assembling = orchestrator.assemble(request, defaultContextBudget);
    await clock.advanceWhenIdle(documentedOptions.strategyTimeoutMs);
    const result = await assembling;

    expect(result.fragments[0]?.tokenEstimate).toBe(200);
  });

  it('is not disturbed by a listener that throws', async () => {
    const logger = new RecordingLogger();
    const events = new MittEventBus(logger);
    events.subscribe('ContextAssemblyStarted', () => {
      throw new TypeError('listener');
    });
    events.subscribe('ContextAssembled', () => Promise.reject(new TypeError('listener')));
    const { orchestrator, published } = anOrchestrator({ strategies: [fine], events });

    const result = await orchestrator.assemble(request, defaultContextBudget);

    expect(result.fragments).toHaveLength(1);
    expect(published).toHaveLength(2);
  });

  it('gives every strategy the same request, whatever one of them does with it', async () => {
    const seen: unknown[] = [];
    const meddling = aStrategy({
      strategyId: 'meddling',
      priority: 99,
      gather: (received) => {
        (received as { documentPath?: string }).documentPath = '.env';
        return Promise.resolve(undefined);
      },
    });
    const watching = aStrategy({
      strategyId: 'watching',
      gather: (received) => {
        seen.push(received.documentPath);
        return Promise.resolve(undefined);
      },
    });
    const { orchestrator } = anOrchestrator({ strategies: [meddling, watching] });
    const mine = { documentPath: 'a.md', agentId: 'test' };

    const result = await orchestrator.assemble(mine, defaultContextBudget);

    expect(seen).toEqual(['a.md']);
    expect(mine).toEqual({ documentPath: 'a.md', agentId: 'test' });
    expect(reasonsOf(result)).toEqual(['meddling: error', 'watching: empty']);
  });

  it.each([
    ['another reason', { nothing: 'frob', message: 'Why not.' }],
    ['no message', { nothing: 'empty' }],
    ['metadata that is no JSON', { ...aFragment({ sourceId: 'bad' }), metadata: { big: 1n } }],
  ])('reports an answer with %s as an error', async (_what, answer) => {
    const result = await assembleWith(
      aStrategy({ strategyId: 'bad', gather: (() => Promise.resolve(answer)) as never }),
    );

    expect(reasonsOf(result)).toEqual(['bad: error']);
  });

  it('takes null for nothing', async () => {
    const result = await assembleWith(aStrategy({ strategyId: 'bad', gather: (() => Promise.resolve(null)) as never }));

    expect(reasonsOf(result)).toEqual(['bad: empty']);
  });

  it('goes on when the document is deleted between two reads', async () => {
    const editor = new MemoryEditorService({ 'a.md': '# A\n\nText.' });
    const reading = ['first', 'second'].map((strategyId) =>
      aStrategy({
        strategyId,
        gather: async ({ documentPath = '' }) => {
          const content = await editor.getContent(documentPath);
          editor.setUnsavedContent(documentPath, undefined);
          return aFragment({ sourceId: strategyId, content });
        },
      }),
    );
    const { orchestrator } = anOrchestrator({ strategies: reading, editor, options: { maxParallelism: 1 } });

    const result = await orchestrator.assemble({ documentPath: 'a.md', agentId: 'test' }, defaultContextBudget);

    expect(result.fragments.map(({ sourceId }) => sourceId)).toEqual(['first']);
    expect(result.skipped).toEqual([
      { sourceId: 'second', reason: 'error', message: 'second failed: "a.md" does not exist.' },
    ]);
  });
});

describe('ContextOrchestrator and cancellation', () => {
  it('rejects at once with the reason of the caller, also when a strategy ignores it', async () => {
    const controller = new AbortController();
    const hanging = aStrategy({ strategyId: 'hanging', gather: () => new Promise(() => undefined) });
    const { orchestrator, published, logger } = anOrchestrator({ strategies: [hanging] });
    const assembling = orchestrator.assemble(request, defaultContextBudget, { signal: controller.signal });

    controller.abort(new RangeError('the user pressed escape'));

    await expect(assembling).rejects.toThrow('the user pressed escape');
    expect(published.at(-1)).toMatchObject({
      name: 'ContextAssemblyFailed',
      event: { outcome: 'cancelled', code: 'cancelled' },
    });
    expect(logger.templates('warn')).toEqual([]);
    expect(logger.templates('error')).toEqual([]);
  });

  it('does nothing when it was cancelled before', async () => {
    const { orchestrator, published } = anOrchestrator({ strategies: [fine] });

    const assembling = orchestrator.assemble(request, defaultContextBudget, { signal: AbortSignal.abort() });

    await expect(assembling).rejects.toThrow('aborted');
    expect(published).toEqual([]);
  });

  it('tells the failure of the assembly itself from a cancellation', async () => {
    const broken = new WordTokenCounter();
    jest.spyOn(broken, 'truncateToTokens').mockImplementation(() => {
      throw new TypeError('the counter is broken');
    });
    const content = 'word '.repeat(300);
    const strategies = [
      aStrategy({ strategyId: 'a', content }),
      aStrategy({ strategyId: 'b', content: `x${content}` }),
    ];
    const { orchestrator, published } = anOrchestrator({
      strategies,
      tokenCounter: broken,
      options: { enableDeduplication: false },
    });

    await expect(orchestrator.assemble(request, { maxTokens: 450 })).rejects.toThrow('the counter is broken');
    expect(published.at(-1)).toMatchObject({
      name: 'ContextAssemblyFailed',
      event: { outcome: 'failed', code: 'internal' },
    });
  });

  it.each([
    [{ agentId: '' }, 'agentId'],
    [{ agentId: 'a', cursorPosition: -1 }, 'cursorPosition'],
    [{ agentId: 'a', hints: { topK: 'many' } }, 'hints.topK'],
    [{ agentId: 'a', hints: { topk: 3 } }, 'hints.topk'],
    [{ agentId: 'a', hints: { selectionRange: { startOffset: 9, endOffset: 3 } } }, 'hints.selectionRange'],
  ])('refuses the malformed request %j', async (malformed, field) => {
    const { orchestrator } = anOrchestrator({ strategies: [fine] });

    const refused = orchestrator.assemble(malformed as never, defaultContextBudget);

    await expect(refused).rejects.toMatchObject({ code: 'invalid-argument', details: { field } });
  });
});
