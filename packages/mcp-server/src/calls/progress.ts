import type { IClock } from '@lexichord/abstractions';
import type { ServerContext } from '@modelcontextprotocol/server';

/** Least time between two reports of one call, in milliseconds: an index reports each file. */
const minIntervalMs = 100;

/**
 * Sends progress of one call, if its caller asked for it. The numbers only grow, as the protocol demands; what they count
 * is said by the message.
 */
export function progressReporter({ mcpReq }: ServerContext, clock: IClock): (message: string) => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let [progress, lastMs, lastMessage] = [0, -Infinity, ''];
  return (message) => {
    const nowMs = clock.monotonicMs();
    if (message === lastMessage || nowMs - lastMs < minIntervalMs) return;
    progress += 1;
    [lastMs, lastMessage] = [nowMs, message];
    const params = { progressToken, progress, message };
    // A caller that is gone is told nothing; its call is aborted by its signal.
    void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
