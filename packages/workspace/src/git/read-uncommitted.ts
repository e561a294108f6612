import { type GitRun, type NoHistoryReason, type Repository, failureOf } from './find-repository.js';
import { runGit } from './run-git.js';

/** Maximum number of listed files. */
const maxFiles = 100_000;

/** Differences between the files and the last commit. */
export interface Uncommitted {
  /** Id of that commit, empty if there is none yet; `undefined` if git was stopped before printing it. */
  readonly head: string | undefined;
  /** Paths relative to the workspace; a folder ends with a slash and covers everything in it. */
  readonly paths: ReadonlySet<string>;
  /** Whether paths may be missing. */
  readonly isPartial: boolean;
}

/**
 * Lists files that differ from the last commit, untracked files and ignored files.
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
  // The workspace is in an untracked or ignored folder, so the repository has no history of it.
  if (workspace.isUnknown) return 'not-in-repository';
  if (outcome.kind === 'stopped') return { head, paths, isPartial: true };
  return outcome.kind === 'ended' && outcome.exitCode === 0 ? { head, paths, isPartial: false } : failureOf(outcome);
}

/** The commit in a line `# branch.oid 1f0c…`; empty for `(initial)`, before the first one. */
function headIn(line: string): string | undefined {
  const match = /^# branch\.oid (?:\(initial\)|(?<id>[0-9a-f]+))$/u.exec(line);
  return match === null ? undefined : (match.groups?.id ?? '');
}

/** Number of fields before the path, by the first character of a line; renames are not detected. */
const fieldsBefore: ReadonlyMap<string, number> = new Map([
  ['1', 8],
  ['u', 10],
  ['?', 1],
  ['!', 1],
]);

/** The path in a line, which may contain spaces; `undefined` for a line about the branch. */
function pathIn(line: string): string | undefined {
  const fields = fieldsBefore.get(line.slice(0, line.indexOf(' ')));
  if (fields === undefined) return undefined;
  let start = 0;
  for (let field = 0; field < fields; field += 1) start = line.indexOf(' ', start) + 1;
  return line.slice(start);
}

/** Submodules are ignored: they have their own configuration, whose filters are not switched off. */
const statusOptions = [
  '--branch',
  '--no-ahead-behind',
  '--untracked-files=normal',
  '--ignored=matching',
  '--no-renames',
  '--ignore-submodules=all',
] as const;
