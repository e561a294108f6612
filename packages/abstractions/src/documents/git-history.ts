import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';

/** What git knows of recent changes. Paths are relative to the workspace, with forward slashes. */
export interface RecentChanges {
  /** When a file was last committed, in milliseconds since the Unix epoch; files with older commits are not here. */
  readonly committedMs: ReadonlyMap<string, number>;
  /**
   * Files with changes that are not committed, and files that git does not know or ignores. A folder has a slash at
   * its end and stands for all in it.
   */
  readonly uncommitted: ReadonlySet<string>;
  /** Commits before this time were not looked at, in milliseconds since the Unix epoch. */
  readonly sinceMs: number;
}

/** The history of the workspace's files (T-016 AC-080, AC-081, AC-144). */
export interface IGitHistory {
  /**
   * One pass over the commits of the last months, remembered until the branch moves. `undefined` where there is no
   * repository, or no git. Runs nothing that the repository's own configuration names.
   *
   * @throws the signal's reason
   */
  recentChanges(options?: CallOptions): Promise<RecentChanges | undefined>;
}
export const IGitHistory: Token<IGitHistory> = token('IGitHistory');
