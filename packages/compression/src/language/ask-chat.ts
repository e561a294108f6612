import type { CallOptions, ChatTurn, IChatCompletionService } from '@lexichord/abstractions';
import { raceWithSignal, withDeadline } from '@lexichord/platform';

/** A service that neither answers nor gives up is waited for no longer. */
const timeLimitMs = 180_000;

/** Asks a model, and waits for it no longer than is bearable. @throws what the service throws; the signal's reason */
export async function askChat(
  chat: IChatCompletionService,
  question: { readonly turns: readonly ChatTurn[]; readonly maxTokens: number },
  { signal }: CallOptions = {},
): Promise<string> {
  signal?.throwIfAborted();
  return withDeadline(timeLimitMs, async (deadline) => {
    const either = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
    const asking = chat.complete(question.turns, { maxTokens: question.maxTokens, signal: either });
    return raceWithSignal(asking, either);
  });
}
