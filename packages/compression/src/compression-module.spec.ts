import {
  IChatCompletionService,
  ICompressionStore,
  IContextExpander,
  IContextStrategy,
  IConversationMemory,
  IConversationRecall,
  IExpansionTriggerDetector,
  StrategyDescriptor,
  emptyAssembledContext,
  licenseTiers,
} from '@lexichord/abstractions';
import { resolveToken } from '@lexichord/platform';

import { type AMemory, aMemory } from './test-support/a-memory.js';

const services = [
  ICompressionStore,
  IContextExpander,
  IConversationMemory,
  IConversationRecall,
  IExpansionTriggerDetector,
];

describe('registerCompressionModule', () => {
  const memories: AMemory[] = [];

  afterEach(async () => {
    for (const memory of memories.splice(0)) await memory.dispose();
  });

  async function kept(...given: Parameters<typeof aMemory>): Promise<AMemory> {
    const memory = await aMemory(...given);
    memories.push(memory);
    return memory;
  }

  it.each(licenseTiers)('tells what it has at the tier %s', async (tier) => {
    const { container } = await kept({}, tier);

    expect(resolveToken(container, StrategyDescriptor)).toMatchObject({
      strategyId: 'conversation',
      priority: 40,
      maxTokens: 2_000,
      tier: 'WriterPro',
    });
  });

  it.each(licenseTiers)('resolves each service once at the tier %s', async (tier) => {
    const { container } = await kept({}, tier);

    for (const service of services) {
      expect(resolveToken<object>(container, service)).toBe(resolveToken<object>(container, service));
    }
    expect(container.isRegistered(IContextStrategy)).toBe(tier !== 'Core');
  });

  it('COMP-06 §3.2: answers below WriterPro that it is locked', async () => {
    const { container } = await kept({}, 'Core');

    const calls = [
      () => resolveToken(container, ICompressionStore).conversations(),
      () => resolveToken(container, IContextExpander).expand('a', 3, 2),
      () => resolveToken(container, IConversationMemory).add('a', []),
      () => resolveToken(container, IConversationRecall).allocate('a', '', 100),
      () => resolveToken(container, IExpansionTriggerDetector).shouldExpand('', emptyAssembledContext('copilot')),
    ];

    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({ code: 'license-required', details: { required: 'WriterPro' } });
    }
  });

  it('has a language model where one is configured', async () => {
    const chat = { endpoint: 'http://127.0.0.1:9/v1', model: 'small' };
    const withModel = await kept({ chat });
    const without = await kept();

    expect(resolveToken(withModel.container, IChatCompletionService).id).toContain('small');
    expect(without.container.isRegistered(IChatCompletionService)).toBe(false);
  });

  it('refuses what it cannot work with', async () => {
    await expect(kept({ shares: { brief: 2 } })).rejects.toMatchObject({ code: 'invalid-configuration' });
  });
});
