import {
  IChatCompletionService,
  ICompressionStore,
  IContextExpander,
  IContextStrategy,
  IConversationMemory,
  IConversationRecall,
  IExpansionTriggerDetector,
  StrategyDescriptor,
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
  IContextStrategy,
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

  it.each(licenseTiers)('COMP-06 §3.2: registers its services from WriterPro on, each once (%s)', async (tier) => {
    const { container } = await kept({}, tier);

    for (const service of services) {
      expect(container.isRegistered(service)).toBe(tier !== 'Core');
      if (tier !== 'Core')
        expect(resolveToken<object>(container, service)).toBe(resolveToken<object>(container, service));
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
