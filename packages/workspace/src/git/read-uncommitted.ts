import { type GitRun, type NoHistoryReason, type Repository, failureOf } from './find-repository.js';
import { runGit } from './run-git.js';
import { withoutFilters } from './safe-git.js';

/** More files than that are not listed. */
const maxFiles = 100_000;
const maxFilterSettings = 1_000;

/** What the last commit does not hold. */
export interface Uncommitted {
  /** By path from the workspace; a folder has a slash at its end and stands for all in it. */
  readonly paths: ReadonlySet<string>;
  /** Not all of it could be found out. */
  readonly isPartial: boolean;
}

/** How the repository's content filters are switched off; `undefined` when they cannot be. */
export type FilterArguments = readonly string[] | undefined;

/**
 * Names the content filters that the configuration has, which nothing else switches off.
 *
 * @throws the signal's reason
 */
export async function filterArguments(run: GitRun): Promise<FilterArguments> {
  const names: string[] = [];
  const outcome = await runGit({
    ...run,
    args: ['config', '-z', '--name-only', '--get-regexp', '^filter\\.'],
    separator: '\0',
    onItem: (name) => names.push(name) < maxFilterSettings,
  });
  // 1: there is none.
  const isKnown = outcome.kind === 'ended' && (outcome.exitCode === 0 || outcome.exitCode === 1);
  return isKnown ? withoutFilters(names) : undefined;
}

/**
 * Files that differ from what is committed, and those that git does not know, or is told to ignore.
 *
 * @throws the signal's reason
 */
export async function readUncommitted(
  { prefix }: Repository,
  filters: readonly string[],
  run: GitRun,
): Promise<Uncommitted | NoHistoryReason> {
  const paths = new Set<string>();
  const workspace = { isUnknown: false };
  const outcome = await runGit({
    ...run,
    args: [...filters, 'status', '--porcelain=v1', '-z', ...statusOptions, '--', '.'],
    separator: '\0',
    onItem: (item) => {
      const path = item.slice('XY '.length);
      if (path.endsWith('/') && prefix.startsWith(path)) workspace.isUnknown = true;
      else if (path.startsWith(prefix)) paths.add(path.slice(prefix.length));
      return !workspace.isUnknown && paths.size < maxFiles;
    },
  });
  // Of a workspace in a folder that the repository does not know, the history says nothing.
  if (workspace.isUnknown) return 'not-in-repository';
  if (outcome.kind === 'stopped') return { paths, isPartial: true };
  return outcome.kind === 'ended' && outcome.exitCode === 0 ? { paths, isPartial: false } : failureOf(outcome);
}

/** Submodules are repositories with a configuration of their own, which nothing here has made harmless. */
const statusOptions = [
  '--untracked-files=normal',
  '--ignored=matching',
  '--no-renames',
  '--ignore-submodules=all',
] as const;
