import type { TimeLimit } from '@lexichord/platform/internal';

import { type GitOutcome, leadsElsewhere, runGit } from './run-git.js';

/** Options of the commands of a query to git; the time limit applies to each command. */
export interface GitRun extends TimeLimit {
  readonly root: string;
  readonly signal: AbortSignal;
}

/** The repository that contains the workspace. */
export interface Repository {
  /** Path from the top of the repository to the workspace, with a slash at the end; empty when they are the same. */
  readonly prefix: string;
  /** Whether it is a shallow clone, whose oldest commits have no parents. */
  readonly isShallow: boolean;
  /** Id of the newest commit; `undefined` when there is none yet. */
  readonly head: string | undefined;
}

/** The reason for a missing history of a workspace. */
export type NoHistoryReason =
  | 'no-workspace'
  | 'no-git'
  | 'no-repository'
  | 'no-work-tree'
  | 'not-in-repository'
  | 'foreign-owner'
  | 'leads-elsewhere'
  | 'timeout'
  | 'failed';

/** Remedy for a `.git` that leads to another repository. */
export const elsewhereRemedy =
  'If it is yours, trust it with "git config --global --add safe.directory" and the path of the folder with ".git"; ' +
  'if it was moved, run "git worktree repair".';

/** @throws the signal's reason */
export async function findRepository(run: GitRun): Promise<Repository | NoHistoryReason> {
  const lines: string[] = [];
  const outcome = await runGit({
    ...run,
    // Without a commit, only the last of them fails.
    args: ['rev-parse', '--is-inside-work-tree', '--is-shallow-repository', '--show-prefix', '-q', '--verify', 'HEAD'],
    separator: '\n',
    onItem: (line) => lines.push(line) < 1_000,
  });
  const [isInside, isShallow, ...others] = lines;
  if (outcome.kind === 'ended' && isInside === 'false') return 'no-work-tree';
  const hasHead = outcome.kind === 'ended' && outcome.exitCode === 0;
  if (!hasHead && (lines.length < 3 || outcome.kind !== 'ended')) return failureOf(outcome);
  const head = hasHead ? others.pop() : undefined;
  // A folder's name may have line feeds.
  return { prefix: others.join('\n'), isShallow: isShallow === 'true', head };
}

/** The folder is a bare repository or a `.git`, or the configuration names another work tree. */
const noWorkTree = /cannot use bare repository|must be run in a work tree|is outside repository/u;

/** Reason for the failure of a command. */
export function failureOf(outcome: GitOutcome): NoHistoryReason {
  if (outcome.kind === 'missing') return 'no-git';
  if (outcome.kind === 'stopped') return 'timeout';
  if (/dubious ownership|unsafe repository/u.test(outcome.complaint)) return 'foreign-owner';
  if (outcome.complaint.includes(leadsElsewhere)) return 'leads-elsewhere';
  if (noWorkTree.test(outcome.complaint)) return 'no-work-tree';
  return /not a git repository/u.test(outcome.complaint) ? 'no-repository' : 'failed';
}
