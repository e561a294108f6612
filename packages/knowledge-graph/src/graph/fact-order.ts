import type { Axiom, KnowledgeEntity, KnowledgeRelationship } from '@lexichord/abstractions';
import { compareText } from '@lexichord/platform/internal';

/** By type, then name: a total order, because no two entities share both. */
export function compareEntities(a: KnowledgeEntity, b: KnowledgeEntity): number {
  return compareText(a.type, b.type) || compareText(a.name, b.name);
}

/** By type, then ends. */
export function compareRelationships(a: KnowledgeRelationship, b: KnowledgeRelationship): number {
  return (
    compareText(a.type, b.type) ||
    compareText(a.fromEntityId, b.fromEntityId) ||
    compareText(a.toEntityId, b.toEntityId)
  );
}

/** By target type, then name. */
export function compareAxioms(a: Axiom, b: Axiom): number {
  return compareText(a.targetType, b.targetType) || compareText(a.name, b.name);
}
