import { Hono } from 'hono';

import type { DoorAnswers, DoorQuestion, ServingDoor } from './door-protocol.js';

/**
 * What commands of the same user ask a serving process, to be mounted at `/door` behind the guard that knows its secret:
 * `POST <question>` with an empty JSON object. What the door throws is the server's to answer.
 */
export function doorRoutes(door: ServingDoor): Hono {
  const answers: { readonly [Question in DoorQuestion]: () => Promise<DoorAnswers[Question]> } = {
    'reload-configuration': () => door.reloadConfiguration(),
    refresh: () => door.refresh(),
    'describe-watch': () => door.describeWatch(),
    'reread-strategies': () => door.rereadStrategies(),
  };
  const routes = new Hono();
  for (const [question, answer] of Object.entries(answers)) {
    routes.post(`/${question}`, async (context) => context.json(await answer()));
  }
  return routes;
}
