import type { StrategyDescriptor } from '@lexichord/abstractions';

/** A conversation among the sources of an assembly. */
export const conversationDescriptor = {
  strategyId: 'conversation',
  displayName: 'Conversation',
  priority: 40,
  maxTokens: 2_000,
  tier: 'WriterPro',
} as const satisfies StrategyDescriptor;
