import { hash } from 'node:crypto';
import type { EntityKey } from '@lexichord/abstractions';

/** Of an entity: the same in every document and after every import. */
export function entityIdOf(workspace: string, { type, name }: EntityKey): string {
  return hashOf('entity', workspace, type, name);
}

/** Of a relationship: there is one of a type between two entities, whichever documents state it. */
export function relationshipIdOf(type: string, fromEntityId: string, toEntityId: string): string {
  return hashOf('relationship', type, fromEntityId, toEntityId);
}

/** Of a rule. */
export function axiomIdOf(
  workspace: string,
  { name, targetType }: { readonly name: string; readonly targetType: string },
): string {
  return hashOf('axiom', workspace, targetType, name);
}

/** Each part with its length, so that no two lists of parts have one text. */
function hashOf(...parts: readonly string[]): string {
  const text = parts.map((part) => `${part.length}\n${part}`).join('');
  return hash('sha256', textBytes(text), 'hex').slice(0, 32);
}

const surrogate = /[\uD800-\uDFFF]/;

/** UTF-8 has no lone surrogates and would make one text of all of them. */
function textBytes(text: string): string | Buffer {
  return surrogate.test(text) ? Buffer.from(text, 'utf16le') : text;
}
