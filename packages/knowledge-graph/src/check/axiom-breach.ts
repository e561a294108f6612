import type { Axiom, AxiomCondition, FactSource, KnowledgeEntity } from '@lexichord/abstractions';

import type { KnowledgeGraph } from '../graph/knowledge-graph.js';

/** A rule that is not kept. */
export interface AxiomBreach {
  readonly entity: KnowledgeEntity;
  /** One sentence with the values. */
  readonly message: string;
  /** Sources of the facts that prove it; may have repetitions. */
  readonly facts: readonly FactSource[];
}

/** A rule and what it is checked against. */
export interface AxiomCheck<Kind extends AxiomCondition['kind'] = AxiomCondition['kind']> {
  readonly axiom: Axiom;
  readonly condition: Extract<AxiomCondition, { readonly kind: Kind }>;
  readonly graph: KnowledgeGraph;
  /** Entities that the rule binds and that are to be checked. */
  readonly bound: readonly KnowledgeEntity[];
  /** Whether an entity is to be checked. */
  readonly isChecked: (entity: KnowledgeEntity) => boolean;
}

/** Finds where a condition of one kind does not hold. */
export type ConditionCheck<Kind extends AxiomCondition['kind']> = (check: AxiomCheck<Kind>) => Iterable<AxiomBreach>;
