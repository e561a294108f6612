import type { RecalledContext } from '@lexichord/abstractions';
import { distinctSecrets, screenValues } from '@lexichord/platform/internal';

import type { ScreenContext } from './screen-messages.js';

/**
 * What was recalled without secrets in the names beside its text: ids of the conversation and its messages, and the places
 * of other secrets. The store knows both by their own ids.
 *
 * @throws the signal's reason
 */
export async function screenRecalledNames(recalled: RecalledContext, context: ScreenContext): Promise<RecalledContext> {
  const { conversationId, segments, secrets } = recalled;
  const names = { conversationId, segments, secrets };
  const { value: shown, rules } = await screenValues(names, context);
  if (rules.length === 0) return recalled;
  const place = `ids of conversation ${shown.conversationId}`;
  return {
    ...recalled,
    ...shown,
    secrets: distinctSecrets([...shown.secrets, ...rules.map((rule) => ({ rule, place }))]),
  };
}
