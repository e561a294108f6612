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

/** A relationship of a document that stays, of whose entities one is closed. */
export interface LooseRelationship {
  readonly type: string;
  readonly from: EntityKey;
  readonly to: EntityKey;
  /** First source in the document. */
  readonly source: FactSource;
}

/** The effect of a change. */
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
   * Plans a change, which may depend on the present graph.
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
  /** The facts at an earlier time. */
  asOf(timeMs: number, options?: CallOptions): Promise<CurrentFacts>;
}
export const IFactStore: Token<IFactStore> = token('IFactStore');
