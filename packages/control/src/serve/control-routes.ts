import { Hono } from 'hono';

import type { ControlReplies, ControlRequest, ControlHandlers } from '../control-protocol.js';

/**
 * Routes for requests of commands: `POST <request>` with an empty JSON object. The caller mounts them at
 * {@link controlPath}, behind the request guard. The server answers errors of handlers.
 */
export function controlRoutes(handlers: ControlHandlers): Hono {
  const answers: { readonly [Question in ControlRequest]: () => Promise<ControlReplies[Question]> } = {
    'reload-configuration': () => handlers.reloadConfiguration(),
    refresh: () => handlers.refresh(),
    'describe-watch': () => handlers.describeWatch(),
    'reread-strategies': () => handlers.rereadStrategies(),
  };
  const routes = new Hono();
  for (const [question, answer] of Object.entries(answers)) {
    routes.post(`/${question}`, async (context) => context.json(await answer()));
  }
  return routes;
}
