import type {
  ContextGatheringRequest,
  IContextStrategy,
  NothingGathered,
  StrategyDescriptor,
} from '@lexichord/abstractions';
import { LazyStrategy } from '@lexichord/context-strategy';

/** Descriptor of the conversation strategy. */
export const conversationDescriptor = {
  strategyId: 'conversation',
  displayName: 'Conversation',
  priority: 40,
  maxTokens: 2_000,
  tier: 'WriterPro',
} as const satisfies StrategyDescriptor;

/** The answer to a request without a conversation. */
export const noConversationNamed: NothingGathered = {
  nothing: 'empty',
  message:
    'The request has no conversation. Give its id: "lexichord assemble --conversation <id>", or the hint "conversationId".',
};

/** The conversation of a request; `undefined` if it names none. */
export function conversationOf({ hints }: ContextGatheringRequest): string | undefined {
  const conversationId = hints?.conversationId;
  return conversationId === undefined || conversationId.trim() === '' ? undefined : conversationId;
}

/** The conversation strategy; its code is loaded with the first request that names a conversation. */
export function lazyConversationStrategy(load: () => Promise<IContextStrategy>): IContextStrategy {
  return new LazyStrategy({
    descriptor: conversationDescriptor,
    load,
    whyNothing: (request) => (conversationOf(request) === undefined ? noConversationNamed : undefined),
  });
}
