import type { Axiom, AxiomCondition, FactSource, KnowledgeEntity } from '@lexichord/abstractions';

import type { KnowledgeGraph } from '../graph/knowledge-graph.js';

/** A violation of a rule. */
export interface AxiomBreach {
  readonly entity: KnowledgeEntity;
  /** One sentence with the values. */
  readonly message: string;
  /** Sources of the facts in the evidence; may have repetitions. */
  readonly facts: readonly FactSource[];
}

/** A rule, and the entities and graph to check it on. */
export interface AxiomCheck<Kind extends AxiomCondition['kind'] = AxiomCondition['kind']> {
  readonly axiom: Axiom;
  readonly condition: Extract<AxiomCondition, { readonly kind: Kind }>;
  readonly graph: KnowledgeGraph;
  /** Entities to check to which the rule applies. */
  readonly bound: readonly KnowledgeEntity[];
  /** Whether an entity is among those to check. */
  readonly isChecked: (entity: KnowledgeEntity) => boolean;
}

/** Finds the violations of a condition of one kind. */
export type ConditionCheck<Kind extends AxiomCondition['kind']> = (check: AxiomCheck<Kind>) => Iterable<AxiomBreach>;
