import type { ContextGatheringRequest, NothingGathered, WithheldSecret } from '@lexichord/abstractions';
import { RecordingLogger, WordTokenCounter, aFragment, describeContextStrategy } from '@lexichord/testing';

import { type ComposeOptions, ComposedStrategy, type GatheredContent } from './composed-strategy.js';

const descriptor = { strategyId: 'words', displayName: 'Words', priority: 7, maxTokens: 5, tier: 'Core' } as const;
const request = { agentId: 'copilot', selectedText: 'one two three four five six' };
const secrets = [{ rule: 'aws-key', place: 'a.ts:1', value: 'AKIA' }];

interface WordsSetup {
  readonly secrets?: readonly WithheldSecret[];
  /** Gives all words, however few are asked for. */
  readonly ignoresLimit?: boolean;
}

/** Gives the first words of the selection. */
class WordsStrategy extends ComposedStrategy {
  constructor(
    private readonly setup: WordsSetup,
    log: RecordingLogger,
  ) {
    super(descriptor, new WordTokenCounter(), log);
  }

  protected override compose(
    { selectedText }: ContextGatheringRequest,
    maxTokens: number,
    { quoteFrom }: ComposeOptions,
  ): Promise<GatheredContent | NothingGathered | undefined> {
    if (selectedText === undefined) return Promise.resolve({ nothing: 'empty', message: 'Nothing is selected.' });
    const words = selectedText.split(' ');
    const used = this.setup.ignoresLimit === true ? words : words.slice(0, maxTokens);
    return Promise.resolve({
      content: quoteFrom('selection')(used.join(' ')),
      relevance: 0.5,
      metadata: { asked: maxTokens },
      originalTokens: words.length,
      secrets: this.setup.secrets,
    });
  }
}

function aWordsStrategy(setup: WordsSetup = {}) {
  const log = new RecordingLogger();
  return { strategy: new WordsStrategy(setup, log), log };
}

describeContextStrategy('ComposedStrategy', () => ({
  ...aWordsStrategy(),
  tokenCounter: new WordTokenCounter(),
  request,
  requestsWithoutInput: [{ agentId: 'copilot' }, { agentId: 'copilot', selectedText: ' ' }],
}));

describe('ComposedStrategy', () => {
  it('is what its descriptor says', () => {
    const { strategyId, displayName, priority, maxTokens } = descriptor;

    expect(aWordsStrategy().strategy).toMatchObject({ strategyId, displayName, priority, maxTokens });
  });

  it('asks for a whole number of tokens and says how much there was', async () => {
    const { strategy } = aWordsStrategy();

    expect(await strategy.gather(request, { maxTokens: 3.9 })).toEqual({
      sourceId: 'words',
      label: 'Words',
      content: 'one two three',
      tokenEstimate: 3,
      relevance: 0.5,
      metadata: { asked: 3, originalTokens: 6 },
    });
    // The size that it declares is only what it gets without a configuration.
    expect(await strategy.gather(request, { maxTokens: 100 })).toMatchObject({ metadata: { asked: 100 } });
  });

  it('gives no original count for content that is whole', async () => {
    const { strategy } = aWordsStrategy();

    const whole = await strategy.gather({ ...request, selectedText: 'one' }, { maxTokens: 1 });

    expect(whole).toMatchObject({ content: 'one' });
    expect(whole).toHaveProperty('metadata', { asked: 1 });
  });

  it('cuts content that does not keep the limit', async () => {
    const { strategy } = aWordsStrategy({ ignoresLimit: true });

    expect(await strategy.gather(request, { maxTokens: 2 })).toMatchObject({ content: 'one two', tokenEstimate: 2 });
  });

  it.each([
    ['the limit is below one token', request, 0.9, 0],
    ['what was found is blank', { ...request, selectedText: '   ' }, 3, 3],
  ])('says that nothing fits when %s', async (_case, asked, maxTokens, limit) => {
    const { strategy } = aWordsStrategy();

    expect(await strategy.gather(asked, { maxTokens })).toEqual({
      nothing: 'empty',
      message: `Nothing of "Words" fits into ${limit} tokens.`,
    });
  });

  it('names withheld secrets by rule and place alone', async () => {
    const { strategy } = aWordsStrategy({ secrets });

    expect(await strategy.gather(request, { maxTokens: 9 })).toHaveProperty('metadata.secrets', [
      { rule: 'aws-key', place: 'a.ts:1' },
    ]);
  });

  it('quotes as the caller asks', async () => {
    const { strategy } = aWordsStrategy();
    const quoteFrom = (source: string) => (text: string) => `${source}:${text}`;

    expect(await strategy.gather(request, { maxTokens: 2, quoteFrom })).toMatchObject({ content: 'selection:one two' });
  });

  it('shortens by composing again, and leaves alone what fits already', async () => {
    const { strategy } = aWordsStrategy();
    const fragment = aFragment({ sourceId: 'words', content: 'one two three four five' });

    expect(await strategy.shorten(fragment, 5, { request })).toBe(fragment);
    expect(await strategy.shorten(fragment, 2, { request })).toMatchObject({ content: 'one two', tokenEstimate: 2 });
    expect(await strategy.shorten(fragment, 2, { request: { agentId: 'copilot' } })).toBeUndefined();
  });

  it("rejects shortening with the signal's reason", async () => {
    const { strategy } = aWordsStrategy();
    const fragment = aFragment({ sourceId: 'words' });

    await expect(strategy.shorten(fragment, 9, { request, signal: AbortSignal.abort('enough') })).rejects.toBe(
      'enough',
    );
  });

  it('logs under its own name what it gives, and that it is less than there was', async () => {
    const { strategy, log } = aWordsStrategy();

    await strategy.gather(request, { maxTokens: 2 });

    expect(log.lines.map(({ level, source, fields }) => [level, source, fields])).toEqual([
      ['debug', 'WordsStrategy', { StrategyId: 'words', DocumentPath: null }],
      ['warn', 'WordsStrategy', { StrategyId: 'words', Original: 6, Truncated: 2 }],
      ['info', 'WordsStrategy', { StrategyId: 'words', Tokens: 2, Relevance: 0.5 }],
    ]);
  });

  it('logs no result when there is none', async () => {
    const { strategy, log } = aWordsStrategy();

    await strategy.gather({ agentId: 'copilot', documentPath: 'a.md' }, { maxTokens: 2 });

    expect(log.lines).toMatchObject([{ level: 'debug', fields: { DocumentPath: 'a.md' } }]);
  });
});
