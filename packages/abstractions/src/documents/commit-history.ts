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
   * Files that it changed, by the names that they have now as far as renames tell; never empty. Relative to the
   * workspace, with forward slashes.
   */
  readonly files: readonly string[];
}

/** How a history is read. */
export interface CommitHistoryOptions extends CallOptions {
  /** Called with one sentence when the answer has not all commits that it should have. */
  readonly onWarning?: ((warning: string) => void) | undefined;
}

/** Earlier commits of the workspace with their messages. */
export interface ICommitHistory {
  /**
   * The newest commits that tell what a file is about, newest first: without merges, reverts, those of bots, and those
   * of many files. The same object as before if nothing was added. `undefined` where there is no repository, no git, or
   * no such commit. Runs nothing that the repository's own configuration names.
   *
   * @throws the signal's reason
   */
  pastCommits(options?: CommitHistoryOptions): Promise<readonly PastCommit[] | undefined>;
}
export const ICommitHistory: Token<ICommitHistory> = token('ICommitHistory');
