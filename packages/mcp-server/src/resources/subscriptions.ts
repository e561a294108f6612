import type { McpServer } from '@modelcontextprotocol/server';

import type { OpenStreams } from '../serving/open-streams.js';
import type { ServedWorkspace } from '../serving/served-workspace.js';
import type { Unsubscribe } from './resource-changes.js';

/** The connection for a client's notifications. */
interface ClientChannel {
  readonly era: 'legacy' | 'modern';
  /** Absent: the connection itself. */
  readonly streams?: OpenStreams | undefined;
}

/**
 * Notifies the client of a connection of changed resources. In the earlier revision it subscribes to single addresses;
 * in the current one the SDK keeps its subscriptions. A disconnected client does not count as a subscriber.
 */
export function registerSubscriptions(
  server: McpServer,
  { changes }: ServedWorkspace,
  { era, streams }: ClientChannel,
): void {
  const subscribed = new Set<string>();
  let release: Unsubscribe | undefined;
  const count = (): void => {
    if (subscribed.size > 0 && streams?.areOpen !== false) release ??= changes.addSubscriber();
    else {
      release?.();
      release = undefined;
    }
  };
  streams?.follow(count);
  if (era === 'legacy') {
    server.server.setRequestHandler('resources/subscribe', ({ params }) => {
      subscribed.add(params.uri);
      count();
      return {};
    });
    server.server.setRequestHandler('resources/unsubscribe', ({ params }) => {
      subscribed.delete(params.uri);
      count();
      return {};
    });
  }
  const unsubscribe = changes.subscribe((change) => {
    // Errors of a connection that has ended meanwhile are ignored.
    if (change === 'list') void server.server.sendResourceListChanged().catch(() => undefined);
    else if (era === 'modern' || subscribed.has(change.uri)) {
      void server.server.sendResourceUpdated(change).catch(() => undefined);
    }
  });
  server.server.onclose = () => {
    unsubscribe();
    subscribed.clear();
    count();
  };
}
