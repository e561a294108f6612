import { Hono } from 'hono';

import type { ControlReplies, ControlRequest, ControlHandlers } from '../control-protocol.js';

/**
 * Routes for the requests of commands of the same user, to be mounted at {@link controlPath} behind the guard that
 * has its secret: `POST <question>` with an empty JSON object. An error of a handler is answered by the server.
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
