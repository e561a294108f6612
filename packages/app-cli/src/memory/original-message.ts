import type { ConversationMessage } from '@lexichord/abstractions';

import { RawJson } from '../output/print-json.js';

/** A message as it was given, to the byte; one without an id gets the one that it is known by. */
export function originalMessage({ original, ...fields }: ConversationMessage): RawJson | object {
  if (original === undefined) return fields;
  const hasId = Object.hasOwn(JSON.parse(original) as object, 'id');
  return new RawJson(hasId ? original : original.replace('{', `{"id": ${JSON.stringify(fields.id)}, `));
}
