import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';

/** An earlier commit of the workspace's repository. */
export interface PastCommit {
  /** Hexadecimal. */
  readonly id: string;
  /** When it was committed, in milliseconds since the Unix epoch. */
  readonly timeMs: number;
  /** Subject and the first lines of the body. */
  readonly message: string;
  /**
   * Changed files by their present names, as far as renames are detected; never empty. Relative to the workspace, with
   * forward slashes.
   */
  readonly files: readonly string[];
}

/** Options of reading a history. */
export interface CommitHistoryOptions extends CallOptions {
  /** Called with one sentence when the result is incomplete. */
  readonly onWarning?: ((warning: string) => void) | undefined;
}

/** Reads earlier commits of the workspace with their messages. */
export interface ICommitHistory {
  /**
   * The newest commits whose messages describe their files, newest first: without merges, reverts, commits of bots, and
   * commits of many files. The same object as before if nothing was added. `undefined` without a repository, git or
   * such a commit. Runs nothing that the repository's own configuration names.
   *
   * @throws the signal's reason
   */
  pastCommits(options?: CommitHistoryOptions): Promise<readonly PastCommit[] | undefined>;
}
export const ICommitHistory: Token<ICommitHistory> = token('ICommitHistory');
