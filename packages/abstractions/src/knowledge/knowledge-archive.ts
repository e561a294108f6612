import type { BackupSource } from '../compression/conversation-archive.js';
import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';

/** What a restore of the knowledge graph did. */
export interface KnowledgeRestoreReport {
  /** Statements of the backup, with those that no longer hold. */
  readonly facts: number;
  /** Whether they were there already. */
  readonly isUnchanged: boolean;
}

/** Looks after what is kept of the knowledge graph and exists nowhere else: its history. */
export interface IKnowledgeArchive {
  /** Every fact that is or was known, as the text of one file. */
  backUp(options?: CallOptions): Promise<AsyncIterable<string>>;

  /**
   * Stores the facts of a backup, after all of it was read.
   *
   * @throws {LexichordError} `invalid-argument` for a file that is no whole backup, one of a workspace with another name, and
   * where other facts are stored; nothing was restored then
   */
  restore(source: BackupSource, options?: CallOptions): Promise<KnowledgeRestoreReport>;
}
export const IKnowledgeArchive: Token<IKnowledgeArchive> = token('IKnowledgeArchive');
