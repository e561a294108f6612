import type { FactSource, PropertyValue } from './knowledge-facts.js';

/** Severities of a broken rule, the mildest first. */
export const axiomSeverities = ['info', 'warning', 'error'] as const;

/** One of {@link axiomSeverities}. */
export type AxiomSeverity = (typeof axiomSeverities)[number];

/**
 * A condition on every entity of a type and on its relationships. An absent property breaks only `required-property`.
 */
export type AxiomCondition =
  | { readonly kind: 'required-property'; readonly property: string }
  /** The property, as text, matches a regular expression as a whole. */
  | { readonly kind: 'pattern'; readonly property: string; readonly pattern: string }
  /** The property is a number within bounds, both inclusive; one may be absent. */
  | {
      readonly kind: 'range';
      readonly property: string;
      readonly minimum?: number | undefined;
      readonly maximum?: number | undefined;
    }
  | { readonly kind: 'one-of'; readonly property: string; readonly values: readonly PropertyValue[] }
  /** The number of relationships of a type that start at the entity is within bounds; one may be absent. */
  | {
      readonly kind: 'cardinality';
      readonly relationship: string;
      readonly minimum?: number | undefined;
      readonly maximum?: number | undefined;
    }
  /** Relationships of the type start only at entities of the axiom's type. */
  | { readonly kind: 'domain'; readonly relationship: string }
  /** Relationships of the type that start at the entity end only at entities of these types. */
  | { readonly kind: 'relationship-range'; readonly relationship: string; readonly types: readonly string[] }
  /** No entity of one of these types has the entity's name. */
  | { readonly kind: 'disjoint'; readonly types: readonly string[] }
  /** Relationships of the type never lead back to the entity. */
  | { readonly kind: 'acyclic'; readonly relationship: string }
  /** At most one relationship of the type starts at the entity. */
  | { readonly kind: 'functional'; readonly relationship: string }
  /** The first property, a date or a time of ISO 8601 or a number, is not after the second. */
  | { readonly kind: 'time-order'; readonly earlier: string; readonly later: string };

/** A rule of the domain (KG-e §3.2). */
export interface Axiom {
  /** A hash of name, target type and workspace. */
  readonly id: string;
  readonly name: string;
  /** For people and agents. */
  readonly description: string;
  /** The type of the entities that it applies to; `*` for all. */
  readonly targetType: string;
  readonly condition: AxiomCondition;
  readonly severity: AxiomSeverity;
  readonly isEnabled: boolean;
  readonly source: FactSource;
}

/** A rule as a document states it. */
export type AxiomStatement = Omit<Axiom, 'id'>;

/** A broken rule, with the facts that prove it. */
export interface AxiomViolation {
  readonly axiomId: string;
  readonly axiomName: string;
  readonly severity: AxiomSeverity;
  readonly entityId: string;
  readonly entityType: string;
  readonly entityName: string;
  /** One sentence with the values. */
  readonly message: string;
  /** Sources of the facts, the axiom's last, without repetition. */
  readonly evidence: readonly FactSource[];
}
