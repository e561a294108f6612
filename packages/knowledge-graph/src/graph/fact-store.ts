import {
  type CallOptions,
  type EntityKey,
  type EntityVersion,
  type FactChanges,
  type FactReport,
  type FactSource,
  type Token,
  token,
} from '@lexichord/abstractions';

import type { CurrentFacts, KnowledgeGraph } from './knowledge-graph.js';

/** What a document states of two entities one of which goes, although the document stays. */
export interface LooseRelationship {
  readonly type: string;
  readonly from: EntityKey;
  readonly to: EntityKey;
  /** Where the document states it first. */
  readonly source: FactSource;
}

/** What a change does. */
export interface ChangeOutcome {
  /** The graph as it is then. */
  readonly after: KnowledgeGraph;
  readonly report: FactReport;
  /** Relationships that are closed only because an end of them goes. */
  readonly loose: readonly LooseRelationship[];
}

/** A change that has not been made yet. */
export interface PlannedChange<Changes extends StoreChanges = StoreChanges> extends ChangeOutcome {
  readonly changes: Changes;
  /**
   * Makes it as it was planned, in one commit.
   *
   * @returns `undefined` when another writer has committed meanwhile: then nothing was stored
   */
  commit(options?: CallOptions): Promise<ChangeOutcome | undefined>;
}

/** Facts that come, and go, together; rules go by their id. */
export interface StoreChanges extends FactChanges {
  /** Rules that are closed, whichever documents state them, unless `axioms` has them. */
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
  /**
   * What a change would do, which may depend on the graph as it is.
   *
   * @throws {LexichordError} `invalid-argument`, `storage-failed`; the signal's reason
   */
  plan<Changes extends StoreChanges>(
    changes: Changes | ((graph: KnowledgeGraph) => Changes),
    options?: CallOptions,
  ): Promise<PlannedChange<Changes>>;
  /** {@link plan} and {@link PlannedChange.commit}, planned anew as long as others commit meanwhile. */
  apply(changes: StoreChanges, options?: CallOptions): Promise<ChangeOutcome>;
  /** All versions of an entity, oldest first. */
  history(entityId: string, options?: CallOptions): Promise<readonly EntityVersion[]>;
  /** What was known at a time. */
  asOf(timeMs: number, options?: CallOptions): Promise<CurrentFacts>;
}
export const IFactStore: Token<IFactStore> = token('IFactStore');
