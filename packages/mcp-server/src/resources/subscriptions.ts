import type { McpServer } from '@modelcontextprotocol/server';

import type { Unsubscribe } from './resource-changes.js';
import type { ServedWorkspace } from '../serving/served-workspace.js';

/**
 * Tells the client of one connection that a resource has changed. By the earlier revision it names each address that it
 * wants to hear of; by the current one the SDK knows what it listens to.
 */
export function registerSubscriptions(server: McpServer, { changes }: ServedWorkspace, era: 'legacy' | 'modern'): void {
  const subscribed = new Set<string>();
  let release: Unsubscribe | undefined;
  const count = (): void => {
    if (subscribed.size > 0) release ??= changes.addSubscriber();
    else {
      release?.();
      release = undefined;
    }
  };
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
    // A connection that has ended meanwhile is told nothing.
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
