import { Hono } from 'hono';
import { z } from 'zod';

import { errorAnswer } from './error-answer.js';
import { limitBody, readJson } from './json-body.js';
import { isSameSecret } from './server-secret.js';

/** A secret and what JSON needs around it. */
const maxBytes = 1_024;

const renewSchema = z.strictObject({ secret: z.string().max(200) });

/** What renewal knows of its server. */
export interface RenewOptions {
  readonly secret: string;
  /** Whether a server of this workspace had it on this port not long ago. */
  readonly isFormer: (secret: string) => Promise<boolean>;
  readonly address: () => string;
}

/**
 * `POST /renew` with the secret of an earlier start, or of this one, answers with the present address: a page that was
 * left open goes on after a restart.
 */
export function renewRoutes({ secret, isFormer, address }: RenewOptions): Hono {
  const routes = new Hono();
  routes.post('/renew', limitBody(maxBytes), async (context) => {
    const { secret: given } = await readJson(context, renewSchema);
    if (isSameSecret(given, secret) || (await isFormer(given))) return context.json({ address: address() });
    const message = 'This page is of another start. Take the address that "lexichord preview" printed last.';
    return errorAnswer(403, { code: 'forbidden', message });
  });
  return routes;
}
