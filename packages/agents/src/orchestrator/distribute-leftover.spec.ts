import { type ContextFragment, type IContextStrategy, emptyRequest, getFragment } from '@lexichord/abstractions';
import { aStrategy } from '@lexichord/testing';

import { anOrchestrator } from '../test-support/an-orchestrator.js';

const request = emptyRequest('test');

interface GrowingSetup extends Partial<IContextStrategy> {
  readonly strategyId: string;
  /** All it has; it gives as many words of it as it may. */
  readonly content: string;
  /** Called before each gathering, with the number of the call from 1. */
  readonly onCall?: (call: number, signal: AbortSignal | undefined) => unknown;
}

/** A strategy that keeps to what it is offered and says how much it has; every word is a token. */
function aGrowingStrategy({ onCall = () => undefined, content, ...rest }: GrowingSetup) {
  const offers: number[] = [];
  const all = content.split(' ');
  const strategy = aStrategy({
    maxTokens: 1_000,
    ...rest,
    gather: async (_request, { maxTokens, signal }) => {
      offers.push(maxTokens);
      await onCall(offers.length, signal);
      const given = all.slice(0, maxTokens);
      const fragment: ContextFragment = {
        sourceId: rest.strategyId,
        label: rest.strategyId,
        content: given.join(' '),
        tokenEstimate: given.length,
        relevance: 1,
      };
      return given.length === all.length ? fragment : { ...fragment, metadata: { originalTokens: all.length } };
    },
  });
  return { strategy, offers };
}

function words(count: number, name: string): string {
  return Array.from({ length: count }, (_unused, index) => `${name}${index}`).join(' ');
}

describe('distributeLeftover', () => {
  // At a budget of 1,600 a strategy of 1,000 tokens is offered 200. A heading is two tokens.
  const budget = { maxTokens: 1_600 };

  it('gives what is left to cut fragments in rank order, and what the first cannot use to the next', async () => {
    const low = aGrowingStrategy({ strategyId: 'low', priority: 40, content: words(900, 'low') });
    const high = aGrowingStrategy({ strategyId: 'high', priority: 90, content: words(5_000, 'high') });
    const { orchestrator, logger } = anOrchestrator({ strategies: [low.strategy, high.strategy] });

    const result = await orchestrator.assemble(request, budget);

    expect(high.offers).toEqual([200, 1_000]);
    expect(low.offers).toEqual([200, 596]);
    expect(result.renderedTokens).toBe(1_600);
    expect(result.truncated).toEqual([
      { sourceId: 'high', fromTokens: 5_000, toTokens: 1_000, limit: 'strategy' },
      { sourceId: 'low', fromTokens: 900, toTokens: 596, limit: 'strategy' },
    ]);
    expect(logger.templates('debug').filter((template) => template.includes('grew'))).toHaveLength(2);
  });

  it('lists nothing as shortened that is whole in the end', async () => {
    const { strategy, offers } = aGrowingStrategy({ strategyId: 'document', content: words(700, 'word') });
    const { orchestrator } = anOrchestrator({ strategies: [strategy] });

    const result = await orchestrator.assemble(request, budget);

    expect(getFragment(result, 'document')?.tokenEstimate).toBe(700);
    expect(result.truncated).toEqual([]);
    expect(offers).toHaveLength(2);
  });

  it('gives a required fragment its part first', async () => {
    const high = aGrowingStrategy({ strategyId: 'high', priority: 90, content: words(5_000, 'high') });
    const required = aGrowingStrategy({ strategyId: 'required', priority: 10, content: words(5_000, 'required') });
    const { orchestrator } = anOrchestrator({ strategies: [high.strategy, required.strategy] });

    const result = await orchestrator.assemble(request, { ...budget, requiredStrategies: ['required'] });

    expect(result.fragments.map(({ sourceId, tokenEstimate }) => [sourceId, tokenEstimate])).toEqual([
      ['high', 596],
      ['required', 1_000],
    ]);
    expect(result.warnings).toEqual([]);
  });

  it('keeps the size that the configuration gives, and a strategy at its size is not asked again', async () => {
    const { strategy, offers } = aGrowingStrategy({ strategyId: 'document', content: words(5_000, 'word') });
    const options = { strategies: { document: { maxTokens: 300 } } };
    const { orchestrator } = anOrchestrator({ strategies: [strategy], options });

    await orchestrator.assemble(request, budget);
    await orchestrator.assemble(request, { maxTokens: 8_000 });

    expect(offers).toEqual([100, 300, 300]);
  });

  it.each([
    [1_600, [200, 296]],
    // 1,302 and 194 of 1,558 leave 62 tokens, and 5 % are 78.
    [1_558, [194]],
  ])('does not bother for less than 5 %% of a small budget (%i)', async (maxTokens, offers) => {
    const fixed = aStrategy({ strategyId: 'fixed', content: words(1_300, 'fixed') });
    const grower = aGrowingStrategy({ strategyId: 'document', content: words(5_000, 'word') });
    const { orchestrator } = anOrchestrator({ strategies: [fixed, grower.strategy] });

    await orchestrator.assemble(request, { maxTokens });

    expect(grower.offers).toEqual(offers);
  });

  it('leaves a strategy alone that does not say that it has more', async () => {
    let calls = 0;
    const custom = aStrategy({
      strategyId: 'custom',
      maxTokens: 200,
      gather: () => {
        calls += 1;
        return Promise.resolve({
          sourceId: 'custom',
          label: 'custom',
          content: words(500, 'custom'),
          tokenEstimate: 500,
          relevance: 1,
        });
      },
    });
    const { orchestrator } = anOrchestrator({ strategies: [custom] });

    const result = await orchestrator.assemble(request, budget);

    expect(calls).toBe(1);
    expect(result.truncated).toEqual([{ sourceId: 'custom', fromTokens: 500, toTokens: 200, limit: 'strategy' }]);
  });

  it.each<[string, () => unknown]>([
    ['throws', () => Promise.reject(new TypeError('no more'))],
    [
      'throws at once',
      () => {
        throw new TypeError('no more');
      },
    ],
  ])('keeps the fragment of a strategy that %s while it grows, and gives the others theirs', async (_how, fail) => {
    const failing = aGrowingStrategy({
      strategyId: 'failing',
      priority: 90,
      content: words(900, 'failing'),
      onCall: (call) => (call === 1 ? undefined : fail()),
    });
    const fine = aGrowingStrategy({ strategyId: 'fine', content: words(900, 'fine') });
    const { orchestrator, logger } = anOrchestrator({ strategies: [failing.strategy, fine.strategy] });

    const result = await orchestrator.assemble(request, budget);

    expect(result.fragments.map(({ tokenEstimate }) => tokenEstimate)).toEqual([200, 900]);
    expect(result.truncated).toEqual([{ sourceId: 'failing', fromTokens: 900, toTokens: 200, limit: 'strategy' }]);
    expect(result.skipped).toEqual([]);
    expect(logger.templates('error')).toEqual([
      'Strategy {StrategyId} keeps its fragment: it could not use what was left',
    ]);
    expect(failing.offers).toHaveLength(2);
  });

  it('keeps the fragment of a strategy that has nothing, or no more, when it is asked again', async () => {
    let calls = 0;
    const fragment = {
      sourceId: 'moody',
      label: 'moody',
      content: words(150, 'moody'),
      tokenEstimate: 150,
      relevance: 1,
    };
    const moody = aStrategy({
      strategyId: 'moody',
      maxTokens: 1_000,
      gather: () => {
        calls += 1;
        if (calls === 2) return Promise.resolve(undefined);
        return Promise.resolve({ ...fragment, metadata: { originalTokens: 900 } });
      },
    });
    const { orchestrator } = anOrchestrator({ strategies: [moody] });

    const first = await orchestrator.assemble(request, budget);
    const second = await orchestrator.assemble(request, budget);

    expect([first, second].map(({ totalTokens }) => totalTokens)).toEqual([150, 150]);
    expect(calls).toBe(4);
  });

  it('keeps the fragment of a strategy that hangs while it grows', async () => {
    const hanging = aGrowingStrategy({
      strategyId: 'hanging',
      content: words(900, 'hanging'),
      onCall: (call) => (call === 1 ? undefined : new Promise(() => undefined)),
    });
    const { orchestrator, logger, clock } = anOrchestrator({
      strategies: [hanging.strategy],
      options: { strategyTimeoutMs: 40 },
    });

    const assembling = orchestrator.assemble(request, budget);
    await clock.advanceWhenIdle(40);
    const result = await assembling;

    expect(result.fragments[0]?.tokenEstimate).toBe(200);
    expect(logger.templates('error')).toHaveLength(1);
  });

  it('rejects at once when the caller cancels while a strategy grows', async () => {
    const controller = new AbortController();
    const { strategy } = aGrowingStrategy({
      strategyId: 'document',
      content: words(900, 'word'),
      onCall: (call) => {
        if (call === 1) return undefined;
        controller.abort(new RangeError('the user pressed escape'));
        return new Promise(() => undefined);
      },
    });
    const { orchestrator, logger } = anOrchestrator({ strategies: [strategy] });

    const assembling = orchestrator.assemble(request, budget, { signal: controller.signal });

    await expect(assembling).rejects.toThrow('the user pressed escape');
    expect(logger.templates('error')).toEqual([]);
  });

  it('cuts what the larger fragment holds from the others, and gives away what that saves', async () => {
    const shared = words(300, 'shared');
    const document = aGrowingStrategy({
      strategyId: 'document',
      priority: 100,
      maxTokens: 700,
      content: `${words(140, 'start')} ${shared} ${words(260, 'end')}`,
    });
    const rag = aStrategy({ strategyId: 'rag', content: `${shared}\n\nSomething only rag has.` });
    const style = aGrowingStrategy({ strategyId: 'style', priority: 10, content: words(900, 'style') });
    const { orchestrator } = anOrchestrator({ strategies: [document.strategy, rag, style.strategy] });

    const result = await orchestrator.assemble(request, budget);

    expect(getFragment(result, 'document')?.tokenEstimate).toBe(700);
    expect(getFragment(result, 'rag')?.content).toBe('[see document]\n\nSomething only rag has.');
    expect(result.deduplicated).toMatchObject([{ sourceId: 'rag', duplicateOf: ['document'] }]);
    expect(getFragment(result, 'style')?.tokenEstimate).toBe(888);
    expect(result.renderedTokens).toBe(1_600);
  });

  it('asks again for a fragment that only was a duplicate because its share was small', async () => {
    const text = words(200, 'word');
    const selection = aStrategy({ strategyId: 'selection', priority: 90, content: text });
    const document = aGrowingStrategy({
      strategyId: 'document',
      priority: 100,
      content: `${text} ${words(700, 'more')}`,
    });
    const { orchestrator } = anOrchestrator({ strategies: [selection, document.strategy] });

    const result = await orchestrator.assemble(request, budget);

    expect(result.fragments.map(({ sourceId, tokenEstimate }) => [sourceId, tokenEstimate])).toEqual([
      ['document', 900],
      ['selection', 200],
    ]);
    expect(result.skipped).toEqual([]);
  });

  it('offers less when the larger fragment would cost another its place', async () => {
    // Whoever cuts it in the fence pays for the line that closes it.
    const fenced = aGrowingStrategy({
      strategyId: 'fenced',
      content: `${words(200, 'x')} \n\`\`\`\n ${words(900, 'y')}`,
    });
    const other = aStrategy({ strategyId: 'other', priority: 10, content: words(1_000, 'other') });
    const { orchestrator } = anOrchestrator({ strategies: [fenced.strategy, other] });

    const result = await orchestrator.assemble(request, budget);

    expect(fenced.offers).toEqual([200, 596, 536]);
    expect(getFragment(result, 'other')?.tokenEstimate).toBe(1_000);
    expect(getFragment(result, 'fenced')?.tokenEstimate).toBe(536);
  });
});
