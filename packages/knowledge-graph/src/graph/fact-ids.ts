import { hash } from 'node:crypto';
import type { EntityKey } from '@lexichord/abstractions';

/** The id of an entity: the same in every document and after every import. */
export function entityIdOf(workspace: string, { type, name }: EntityKey): string {
  return hashOf('entity', workspace, type, name);
}

/** The id of a relationship: one per type between two entities, for all documents that state it. */
export function relationshipIdOf(type: string, fromEntityId: string, toEntityId: string): string {
  return hashOf('relationship', type, fromEntityId, toEntityId);
}

/** The id of a rule. */
export function axiomIdOf(
  workspace: string,
  { name, targetType }: { readonly name: string; readonly targetType: string },
): string {
  return hashOf('axiom', workspace, targetType, name);
}

/** Hashes parts with their lengths, so that different lists of parts have different texts. */
function hashOf(...parts: readonly string[]): string {
  const text = parts.map((part) => `${part.length}\n${part}`).join('');
  return hash('sha256', textBytes(text), 'hex').slice(0, 32);
}

const surrogate = /[\uD800-\uDFFF]/;

/** UTF-8 cannot encode lone surrogates and would map all of them to the same text. */
function textBytes(text: string): string | Buffer {
  return surrogate.test(text) ? Buffer.from(text, 'utf16le') : text;
}
