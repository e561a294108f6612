import type { BackupSource } from '../compression/conversation-archive.js';
import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';

/** The result of restoring a knowledge graph. */
export interface KnowledgeRestoreReport {
  /** Number of statements of the backup, closed ones included. */
  readonly facts: number;
  /** Whether they were stored already. */
  readonly isUnchanged: boolean;
}

/** A problem of the stored facts. */
export interface KnowledgeFinding {
  /** Id of the fact; absent if the problem concerns the whole graph. */
  readonly factId?: string | undefined;
  /** For people: the problem, and its remedy. */
  readonly problem: string;
}

/** The result of repairing damaged facts. */
export interface KnowledgeMending {
  /** Number of removed statements: they could not be parsed, or were relationships without both ends. */
  readonly removedFacts: number;
  /** Number of lost statements; `undefined` if unknown. */
  readonly lostFacts: number | undefined;
  /** For people: the repair, and the losses. */
  readonly message: string;
}

/** Checks, repairs, backs up and restores the knowledge graph with its history. */
export interface IKnowledgeArchive {
  /** Compares every row of the facts with its content and with the counts of the head. */
  check(options?: CallOptions): Promise<readonly KnowledgeFinding[]>;

  /**
   * Makes the facts readable after a repair of their table, or if an intact row cannot be parsed: copies the table,
   * removes such rows and relationships without both ends, and counts the rest. `undefined`: nothing was wrong.
   *
   * @throws {LexichordError} `storage-failed`, also for a table that is not in a folder and has rows to remove
   */
  mend(options?: CallOptions): Promise<KnowledgeMending | undefined>;

  /**
   * Every present and closed fact as the text of one file. Reading throws at a missing or altered fact; the text up to
   * there is incomplete and no backup.
   */
  backUp(options?: CallOptions): Promise<AsyncIterable<string>>;

  /**
   * Stores the facts of a backup in one commit, after all of them were read and parsed.
   *
   * @throws {LexichordError} `invalid-argument` for an incomplete backup, one with a fact that cannot be parsed (its
   * line is named), one of a workspace with another name, or if other facts are stored; `storage-failed` if those are
   * damaged; then nothing is restored
   */
  restore(source: BackupSource, options?: CallOptions): Promise<KnowledgeRestoreReport>;
}
export const IKnowledgeArchive: Token<IKnowledgeArchive> = token('IKnowledgeArchive');
