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

/** A relationship of a document that is not replaced, which is closed with one of its entities. */
export interface LooseRelationship {
  readonly type: string;
  readonly from: EntityKey;
  readonly to: EntityKey;
  /** First source in the document. */
  readonly source: FactSource;
}

/** The effect of a change. */
export interface ChangeOutcome {
  /** The graph after the change. */
  readonly after: KnowledgeGraph;
  readonly report: FactReport;
  /** Relationships that are closed only because one of their ends is removed. */
  readonly loose: readonly LooseRelationship[];
}

/** A change that is not committed yet. */
export interface PlannedChange<Changes extends StoreChanges = StoreChanges> extends ChangeOutcome {
  readonly changes: Changes;
  /**
   * Commits the change as planned, in one commit.
   *
   * @returns `undefined` when another writer has committed meanwhile: then nothing was stored
   */
  commit(options?: CallOptions): Promise<ChangeOutcome | undefined>;
}

/** Facts that are added and removed together; rules are removed by their id. */
export interface StoreChanges extends FactChanges {
  /** Rules that are closed in all documents, unless `axioms` has them. */
  readonly removedAxioms?: readonly string[] | undefined;
  /** Whether the statements of other documents about the rules in `axioms` are closed. */
  readonly axiomsTakePlace?: boolean | undefined;
}

/** Stores facts and their history. */
export interface IFactStore {
  /**
   * The current graph. The same object until any process commits.
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
  /** {@link plan} and {@link PlannedChange.commit}, repeated when others commit meanwhile. */
  apply(changes: StoreChanges, options?: CallOptions): Promise<ChangeOutcome>;
  /** All versions of an entity, oldest first. */
  history(entityId: string, options?: CallOptions): Promise<readonly EntityVersion[]>;
  /** The facts at an earlier time. */
  asOf(timeMs: number, options?: CallOptions): Promise<CurrentFacts>;
}
export const IFactStore: Token<IFactStore> = token('IFactStore');
