import type { McpServer } from '@modelcontextprotocol/server';

import type { OpenStreams } from '../serving/open-streams.js';
import type { ServedWorkspace } from '../serving/served-workspace.js';
import type { Unsubscribe } from './resource-changes.js';

/** The connection on which a client gets notifications. */
interface ClientChannel {
  readonly era: 'legacy' | 'modern';
  /** Absent: by the connection itself. */
  readonly streams?: OpenStreams | undefined;
}

/**
 * Tells the client of one connection that a resource has changed. By the earlier revision it names each address that it
 * wants to hear of; by the current one the SDK knows what it listens to. A client that cannot be told anything now, as one
 * that has vanished, counts as none that subscribes.
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
    // A connection that has ended meanwhile gets no notification.
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
