import type { AxiomSeverity } from '@lexichord/abstractions';

import type { EntityView } from './entity-view.js';

/** How two entities hang together, by their names. */
export interface RelationshipView {
  readonly from: string;
  readonly type: string;
  readonly to: string;
}

/** A rule in words. */
export interface RuleView {
  readonly severity: AxiomSeverity;
  /** What it demands, on one line. */
  readonly rule: string;
  readonly name: string;
  readonly description?: string;
}

/** Facts that are written already, one text each. */
export interface WrittenFacts {
  /** At least one. */
  readonly entities: readonly string[];
  readonly relationships: readonly string[];
  readonly rules: readonly string[];
}

/** A way to write facts. Each is written by itself, so that leaving one out changes no other. */
export interface KnowledgeNotation {
  entity(view: EntityView): string;
  relationship(view: RelationshipView): string;
  rule(view: RuleView): string;
  whole(written: WrittenFacts): string;
}
