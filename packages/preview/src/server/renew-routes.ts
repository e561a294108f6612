import { errorAnswer } from '@lexichord/control/server';
import { Hono } from 'hono';
import { z } from 'zod';

import {
  type RenewalKey,
  type RenewedPanel,
  answerRenewal,
  isQuestionOfPage,
  renewalKeyId,
} from '../protocol/renewal.js';
import { limitBody, readJson } from './json-body.js';

/** A question with its JSON syntax. */
const maxBytes = 1_024;

const word = z.string().max(64);
const questionSchema = z.strictObject({ keyId: word, nonce: word, proof: word });

/** Options of the renewal route. */
export interface RenewOptions {
  /** Keys of pages that may reconnect here: of this start, and of starts on this port a few minutes ago. */
  readonly readKeys: () => Promise<readonly RenewalKey[]>;
  readonly panel: () => RenewedPanel;
}

/**
 * `POST /renew` gives the panel's current address to a page that was loaded from this panel, or from the one before it
 * on this port. The answer is sealed with the key of that page, so an intermediary cannot read it.
 */
export function renewRoutes({ readKeys, panel }: RenewOptions): Hono {
  const routes = new Hono();
  routes.post('/renew', limitBody(maxBytes), async (context) => {
    const question = await readJson(context, questionSchema);
    for (const key of await readKeys()) {
      if ((await renewalKeyId(key.key)) !== question.keyId) continue;
      if (await isQuestionOfPage(key, question)) return context.json(await answerRenewal(key, question, panel()));
    }
    const message = 'This page belongs to an earlier start. Open the address that "lexichord preview" printed last.';
    return errorAnswer(403, { code: 'forbidden', message });
  });
  return routes;
}
