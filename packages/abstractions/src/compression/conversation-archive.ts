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
  /** Indexes of the messages that are lost, from 0; each was replaced by a message that says so. */
  readonly lostMessages: readonly number[];
  /** One sentence for people. */
  readonly message: string;
}

/** The result of a restore, by conversation id. */
export interface RestoreReport {
  readonly restored: readonly string[];
  /** Were there already, record by record, perhaps with more that was added since. */
  readonly unchanged: readonly string[];
}

/** A file that can be read from its beginning again. */
export type BackupSource = () => AsyncIterable<Uint8Array | string>;

/** Checks, repairs, backs up and restores conversations. */
export interface IConversationArchive {
  /** Compares the records of every conversation with its head; by conversation id. */
  check(options?: CallOptions): Promise<readonly ConversationFinding[]>;

  /**
   * Records that the list of all conversations lacks: those whose head, and with it the name, is missing (`#` and the
   * hash of the name stand for it), and conversations of which fewer records are stored than their heads say. Nothing
   * is read as long as the table has as many rows as it should.
   *
   * @throws {LexichordError} `storage-failed`, fault `altered`, for a damaged row
   */
  unlisted(options?: CallOptions): Promise<readonly ConversationFinding[]>;

  /**
   * Makes conversations consistent after their table was repaired: a message that is lost gets a message in its place
   * that says so, and the chain of hashes is computed anew. Those that are whole stay as they are, with their heads.
   */
  mend(options?: CallOptions): Promise<readonly ConversationMending[]>;

  /**
   * All conversations, with the boundaries of their segments, as the text of one file.
   *
   * @throws {LexichordError} while it is read: `storage-failed`, fault `altered`, when a message is missing or was changed
   */
  backUp(options?: CallOptions): Promise<AsyncIterable<string>>;

  /**
   * Stores the conversations of a backup, after all of it was read and every chain of hashes computed. One that is there
   * already, record by record, is left as it is.
   *
   * @throws {LexichordError} `invalid-argument` for a file that is no whole backup, and when a conversation of it is stored
   * with something else; nothing was restored then
   */
  restore(source: BackupSource, options?: CallOptions): Promise<RestoreReport>;
}
export const IConversationArchive: Token<IConversationArchive> = token('IConversationArchive');
