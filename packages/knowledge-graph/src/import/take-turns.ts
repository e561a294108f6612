import { Turns } from '@lexichord/platform/internal';

/**
 * Runs work in small portions, and yields to the event loop between them.
 *
 * @throws the signal's reason
 */
export async function takeTurns(work: Iterable<void>, signal?: AbortSignal): Promise<void> {
  const turns = new Turns(signal);
  const portions = work[Symbol.iterator]();
  while (portions.next().done !== true) await turns.yieldToEventLoop();
}
