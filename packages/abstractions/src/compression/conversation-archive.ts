import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';

/** A defect of a stored conversation. */
export interface ConversationFinding {
  readonly conversationId: string;
  /** One sentence for people. */
  readonly problem: string;
}

/** The repair of a conversation with damaged records. */
export interface ConversationMending {
  readonly conversationId: string;
  /** Indexes of the messages that are lost, from 0; each was replaced by a message about the loss. */
  readonly lostMessages: readonly number[];
  /** One sentence for people. */
  readonly message: string;
}

/** The result of a restore, by conversation id. */
export interface RestoreReport {
  readonly restored: readonly string[];
  /** Conversations stored already with the same records, possibly with later additions. */
  readonly unchanged: readonly string[];
}

/** A file that can be read from its beginning again. */
export type BackupSource = () => AsyncIterable<Uint8Array | string>;

/** Checks, repairs, backs up and restores conversations. */
export interface IConversationArchive {
  /** Compares the records of every conversation with its head; by conversation id. */
  check(options?: CallOptions): Promise<readonly ConversationFinding[]>;

  /**
   * Reports records that the list of all conversations lacks: those whose head, and so the name, is missing (identified
   * by `#` and the hash of the name), and conversations with fewer records than their heads state. Nothing is read if
   * the table has the expected number of rows.
   *
   * @throws {LexichordError} `storage-failed`, fault `altered`, for a damaged row
   */
  unlisted(options?: CallOptions): Promise<readonly ConversationFinding[]>;

  /**
   * Makes conversations consistent after their table was repaired: each lost message is replaced by a message about the
   * loss, and the hash chain is recomputed. Intact conversations and their heads are not changed.
   */
  mend(options?: CallOptions): Promise<readonly ConversationMending[]>;

  /**
   * Writes all conversations, with the boundaries of their segments, as the text of one file.
   *
   * @throws {LexichordError} while it is read: `storage-failed`, fault `altered`, when a message is missing or was
   * changed
   */
  backUp(options?: CallOptions): Promise<AsyncIterable<string>>;

  /**
   * Stores the conversations of a backup, after all of it was read and every hash chain computed. A conversation stored
   * already with the same records is not changed.
   *
   * @throws {LexichordError} `invalid-argument` for an incomplete backup, and when one of its conversations is stored
   * with other records; then nothing is restored
   */
  restore(source: BackupSource, options?: CallOptions): Promise<RestoreReport>;
}
export const IConversationArchive: Token<IConversationArchive> = token('IConversationArchive');
