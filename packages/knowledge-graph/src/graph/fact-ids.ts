import { createHash } from 'node:crypto';
import type { EntityKey } from '@lexichord/abstractions';

/** Of an entity: the same in every document and after every import. */
export function entityIdOf(workspace: string, { type, name }: EntityKey): string {
  return hashOf('entity', workspace, type, name);
}

/** Of a relationship: there is one of a type between two entities, whoever states it. */
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
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}\n${part}`);
  return hash.digest('hex').slice(0, 32);
}
