import type { ConversationMessage } from '@lexichord/abstractions';

import { canonicalJson, isRecord, parseExactly } from './json-text.js';

/** A message as it is compared with another. */
export type ComparedMessage = Omit<ConversationMessage, 'id'> & { readonly id?: string | undefined };

/** What a message has that was given as fields. */
const plainFields: ReadonlySet<string> = new Set(['id', 'role', 'speaker', 'content', 'timestamp']);

/** Whether two messages are the same in every field that they were given with; white space and order do not count. */
export function isSameMessage(a: ComparedMessage, b: ComparedMessage): boolean {
  if (a.original !== undefined && b.original !== undefined) {
    return a.original === b.original || canonicalJson(a.original) === canonicalJson(b.original);
  }
  return hasSameFields(a, b) && isPlain(a.original ?? b.original);
}

/** Whether two messages read the same. */
export function hasSameFields(a: ComparedMessage, b: ComparedMessage): boolean {
  return a.role === b.role && a.speaker === b.speaker && a.timestampMs === b.timestampMs && a.content === b.content;
}

/** Whether nothing of a JSON object is lost when it is given as fields. */
function isPlain(original: string | undefined): boolean {
  if (original === undefined) return true;
  const value = parseExactly(original);
  return (
    isRecord(value) && typeof value['content'] === 'string' && Object.keys(value).every((key) => plainFields.has(key))
  );
}
