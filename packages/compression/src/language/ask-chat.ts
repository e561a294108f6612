import type { CallOptions, ChatTurn, IChatCompletionService, IClock } from '@lexichord/abstractions';
import { raceWithSignal, withDeadline } from '@lexichord/platform/internal';

/** A service that neither answers nor gives up is waited for no longer. */
const timeoutMs = 180_000;

/** How a model is asked. */
export interface ChatCallOptions extends CallOptions {
  readonly clock: IClock;
}

/** Asks a model, and waits for it no longer than is bearable. @throws what the service throws; the signal's reason */
export async function askChat(
  chat: IChatCompletionService,
  question: { readonly turns: readonly ChatTurn[]; readonly maxTokens: number },
  { signal, clock }: ChatCallOptions,
): Promise<string> {
  signal?.throwIfAborted();
  return withDeadline({ timeoutMs, clock }, async (deadline) => {
    const either = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
    const asking = chat.complete(question.turns, { maxTokens: question.maxTokens, signal: either });
    return raceWithSignal(asking, either);
  });
}
