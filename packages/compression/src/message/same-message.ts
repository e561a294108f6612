import type { ConversationMessage } from '@lexichord/abstractions';
import { isRecord } from '@lexichord/platform/internal';

import { canonicalJson, parseExactly } from './json-text.js';

/** A message for comparison, possibly without an id. */
export type ComparedMessage = Omit<ConversationMessage, 'id'> & { readonly id?: string | undefined };

/** The JSON fields of a plain message. */
const plainFields: ReadonlySet<string> = new Set(['id', 'role', 'speaker', 'content', 'timestamp']);

/** Whether two messages are equal in every given field, apart from white space and key order. */
export function isSameMessage(a: ComparedMessage, b: ComparedMessage): boolean {
  if (a.original !== undefined && b.original !== undefined) {
    return a.original === b.original || canonicalJson(a.original) === canonicalJson(b.original);
  }
  return hasSameFields(a, b) && isPlain(a.original ?? b.original);
}

/** Whether role, speaker, time and content are equal. */
export function hasSameFields(a: ComparedMessage, b: ComparedMessage): boolean {
  return a.role === b.role && a.speaker === b.speaker && a.timestampMs === b.timestampMs && a.content === b.content;
}

/** Whether a JSON object has only plain fields. */
function isPlain(original: string | undefined): boolean {
  if (original === undefined) return true;
  const value = parseExactly(original);
  return (
    isRecord(value) && typeof value['content'] === 'string' && Object.keys(value).every((key) => plainFields.has(key))
  );
}
