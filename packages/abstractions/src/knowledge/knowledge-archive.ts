import type { BackupSource } from '../compression/conversation-archive.js';
import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';

/** The result of restoring a knowledge graph. */
export interface KnowledgeRestoreReport {
  /** Statements of the backup, with those that no longer hold. */
  readonly facts: number;
  /** Whether they were there already. */
  readonly isUnchanged: boolean;
}

/** A problem of the stored facts. */
export interface KnowledgeFinding {
  /** Of the fact; absent where it is about the graph as a whole. */
  readonly factId?: string | undefined;
  /** For people: the problem, and its remedy. */
  readonly problem: string;
}

/** The result of repairing damaged facts. */
export interface KnowledgeMending {
  /** Statements that could not be understood, or hung on nothing, and were removed. */
  readonly removedFacts: number;
  /** Statements that were lost; `undefined` where their number is unknown. */
  readonly lostFacts: number | undefined;
  /** For people: the repair, and the losses. */
  readonly message: string;
}

/** Checks, repairs, backs up and restores the knowledge graph with its history. */
export interface IKnowledgeArchive {
  /** Compares every row of the facts with its content and with the counts of the head. */
  check(options?: CallOptions): Promise<readonly KnowledgeFinding[]>;

  /**
   * Makes the facts readable after their table was repaired, or where a row is whole and cannot be understood: copies the
   * table, removes such rows and relationships without both ends, and counts the rest. `undefined`: nothing was wrong.
   *
   * @throws {LexichordError} `storage-failed`, also for a table that is not in a folder and has rows to remove
   */
  mend(options?: CallOptions): Promise<KnowledgeMending | undefined>;

  /**
   * Every fact that is or was known, as the text of one file. Reading the text throws where a fact is missing or was
   * altered; what was read by then has no end, and is no backup.
   */
  backUp(options?: CallOptions): Promise<AsyncIterable<string>>;

  /**
   * Stores the facts of a backup in one commit, after all of it was read and each fact understood.
   *
   * @throws {LexichordError} `invalid-argument` for a file that is no whole backup, one with a fact that cannot be understood
   * (its line is named), one of a workspace with another name, and where other facts are stored; `storage-failed` where
   * those are damaged; nothing was restored then
   */
  restore(source: BackupSource, options?: CallOptions): Promise<KnowledgeRestoreReport>;
}
export const IKnowledgeArchive: Token<IKnowledgeArchive> = token('IKnowledgeArchive');
