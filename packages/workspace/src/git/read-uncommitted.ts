import { type GitRun, type NoHistoryReason, type Repository, failureOf } from './find-repository.js';
import { runGit } from './run-git.js';

/** More files than that are not listed. */
const maxFiles = 100_000;

/** Differences from the last commit. */
export interface Uncommitted {
  /** Id of that commit, empty when there is none yet; `undefined` if git was stopped before it. */
  readonly head: string | undefined;
  /** By path from the workspace; a folder has a slash at its end and covers everything in it. */
  readonly paths: ReadonlySet<string>;
  /** Not all of it could be found out. */
  readonly isPartial: boolean;
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
  let head: string | undefined;
  const outcome = await runGit({
    ...run,
    args: [...filters, 'status', '--porcelain=v2', '-z', ...statusOptions, '--', '.'],
    separator: '\0',
    onItem: (item) => {
      head ??= headIn(item);
      const path = pathIn(item);
      if (path === undefined) return true;
      if (path.endsWith('/') && prefix.startsWith(path)) workspace.isUnknown = true;
      else if (path.startsWith(prefix)) paths.add(path.slice(prefix.length));
      return !workspace.isUnknown && paths.size < maxFiles;
    },
  });
  // Of a workspace in a folder that the repository does not have, the history says nothing.
  if (workspace.isUnknown) return 'not-in-repository';
  if (outcome.kind === 'stopped') return { head, paths, isPartial: true };
  return outcome.kind === 'ended' && outcome.exitCode === 0 ? { head, paths, isPartial: false } : failureOf(outcome);
}

/** The commit, if the line has it: `# branch.oid 1f0c…`, and `(initial)` before the first one. */
function headIn(line: string): string | undefined {
  const match = /^# branch\.oid (?:\(initial\)|(?<id>[0-9a-f]+))$/u.exec(line);
  return match === null ? undefined : (match.groups?.id ?? '');
}

/** Fields in front of a path, by what a line begins with; renames are not looked for. */
const fieldsBefore: ReadonlyMap<string, number> = new Map([
  ['1', 8],
  ['u', 10],
  ['?', 1],
  ['!', 1],
]);

/** The path that a line is about; a path has spaces, too. `undefined` for a line about the branch. */
function pathIn(line: string): string | undefined {
  const fields = fieldsBefore.get(line.slice(0, line.indexOf(' ')));
  if (fields === undefined) return undefined;
  let start = 0;
  for (let field = 0; field < fields; field += 1) start = line.indexOf(' ', start) + 1;
  return line.slice(start);
}

/** Submodules are repositories with a configuration of their own, which nothing here has made harmless. */
const statusOptions = [
  '--branch',
  '--no-ahead-behind',
  '--untracked-files=normal',
  '--ignored=matching',
  '--no-renames',
  '--ignore-submodules=all',
] as const;
