import type { ContextGatheringRequest, NothingGathered } from '@lexichord/abstractions';

/** A request that names no conversation is answered with this. */
export const noConversationNamed: NothingGathered = {
  nothing: 'empty',
  message:
    'The request names no conversation. Give its id: "lexichord assemble --conversation <id>", or the hint "conversationId".',
};

/** The conversation that a request names. */
export function askedConversation({ hints }: ContextGatheringRequest): string | undefined {
  const conversationId = hints?.conversationId;
  return conversationId === undefined || conversationId.trim() === '' ? undefined : conversationId;
}
