import { Turns } from '@lexichord/platform/internal';

/**
 * Does work that is given in small portions, and lets others have their turn between them.
 *
 * @throws the signal's reason
 */
export async function takeTurns(work: Iterable<void>, signal?: AbortSignal): Promise<void> {
  const turns = new Turns(signal);
  const portions = work[Symbol.iterator]();
  while (portions.next().done !== true) await turns.yieldToEventLoop();
}
