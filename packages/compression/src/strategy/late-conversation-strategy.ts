import type { IContextStrategy } from '@lexichord/abstractions';
import { LateStrategy } from '@lexichord/platform/internal';

import { askedConversation, noConversationNamed } from './asked-conversation.js';
import { conversationDescriptor } from './conversation-descriptor.js';

/** The strategy, whose code is loaded when a request names a conversation. */
export function lateConversationStrategy(load: () => Promise<IContextStrategy>): IContextStrategy {
  return new LateStrategy({
    descriptor: conversationDescriptor,
    load,
    whyNothing: (request) => (askedConversation(request) === undefined ? noConversationNamed : undefined),
  });
}
