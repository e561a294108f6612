import {
  type CallOptions,
  type EntityVersion,
  type FactChanges,
  type FactReport,
  type Token,
  token,
} from '@lexichord/abstractions';

import type { CurrentFacts, KnowledgeGraph } from './knowledge-graph.js';

/** What a change does. */
export interface ChangeOutcome {
  /** The graph as it is then. */
  readonly after: KnowledgeGraph;
  readonly report: FactReport;
}

/** A change that has not been made yet. */
export interface PlannedChange extends ChangeOutcome {
  /** Makes it, in one commit. It is planned anew when somebody else has committed meanwhile. */
  commit(options?: CallOptions): Promise<ChangeOutcome>;
}

/** Facts that come, and go, together; rules go by their id. */
export interface StoreChanges extends FactChanges {
  /** Rules that are closed whoever states them, unless `axioms` has them. */
  readonly removedAxioms?: readonly string[] | undefined;
  /** Whether what other documents state of the rules in `axioms` is closed. */
  readonly axiomsTakePlace?: boolean | undefined;
}

/** Keeps facts and what they were before. */
export interface IFactStore {
  /**
   * The graph as it is now. The same object as long as nothing was committed, by any process.
   *
   * @throws {LexichordError} `storage-failed`; the signal's reason
   */
  graph(options?: CallOptions): Promise<KnowledgeGraph>;
  /** What a change would do. @throws {LexichordError} `invalid-argument`, `storage-failed`; the signal's reason */
  plan(changes: StoreChanges, options?: CallOptions): Promise<PlannedChange>;
  /** {@link plan} and {@link PlannedChange.commit}. */
  apply(changes: StoreChanges, options?: CallOptions): Promise<ChangeOutcome>;
  /** All versions of an entity, oldest first. */
  history(entityId: string, options?: CallOptions): Promise<readonly EntityVersion[]>;
  /** What was known at a time. */
  asOf(timeMs: number, options?: CallOptions): Promise<CurrentFacts>;
}
export const IFactStore: Token<IFactStore> = token('IFactStore');
