import type { Axiom, KnowledgeEntity, KnowledgeRelationship } from '@lexichord/abstractions';

/** By code unit. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** By type, then name: a total order, because no two entities share both. */
export function compareEntities(a: KnowledgeEntity, b: KnowledgeEntity): number {
  return compare(a.type, b.type) || compare(a.name, b.name);
}

/** By type, then ends. */
export function compareRelationships(a: KnowledgeRelationship, b: KnowledgeRelationship): number {
  return compare(a.type, b.type) || compare(a.fromEntityId, b.fromEntityId) || compare(a.toEntityId, b.toEntityId);
}

/** By target type, then name. */
export function compareAxioms(a: Axiom, b: Axiom): number {
  return compare(a.targetType, b.targetType) || compare(a.name, b.name);
}
