import { type ChangeQuery, ErrorCode, LexichordError, changeName } from '@lexichord/abstractions';

import { type GitRun, type Repository, failureOf } from '../find-repository.js';
import { runGit } from '../run-git.js';
import { gitFailure } from './git-failure.js';
import { parseRange } from './parse-range.js';

/** Two states of a repository, as git arguments. */
export interface Comparison {
  /** Name for the user. */
  readonly name: string;
  /** Ids of trees or commits, and `--cached` for the index; never the user's input. */
  readonly args: readonly string[];
  /** Whether the state after is the work tree. */
  readonly isWorkTree: boolean;
  /** Whether both states are commits: the index and the work tree may have merge conflicts. */
  readonly isBetweenCommits: boolean;
}

/**
 * Resolves the two states of a query.
 *
 * @throws {LexichordError} `invalid-argument`, `not-found`; the signal's reason
 */
export async function resolveComparison(query: ChangeQuery, repository: Repository, run: GitRun): Promise<Comparison> {
  const name = changeName(query);
  if ('staged' in query) {
    const args = ['--cached', ...(await headOf(repository, run))];
    return { name, args, isWorkTree: false, isBetweenCommits: false };
  }
  if ('changed' in query) {
    return { name, args: await headOf(repository, run), isWorkTree: true, isBetweenCommits: false };
  }
  const { kind, from, to } = parseRange(query.range);
  const first = await resolveRevision(from, repository, run);
  if (to === undefined) return { name, args: [first], isWorkTree: true, isBetweenCommits: false };
  const last = await resolveRevision(to, repository, run);
  const base = kind === 'between' ? first : await mergeBase([first, last], { name, repository, run });
  return { name, args: [base, last], isWorkTree: false, isBetweenCommits: true };
}

/** The newest commit; before the first one, the empty tree. */
async function headOf({ head }: Repository, run: GitRun): Promise<readonly string[]> {
  if (head !== undefined) return [head];
  // Standard input is empty.
  const [tree] = await linesOf(['hash-object', '-t', 'tree', '--stdin'], run);
  return tree === undefined ? [] : [tree];
}

async function resolveRevision(revision: string, { isShallow }: Repository, run: GitRun): Promise<string> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  const [id] = await linesOf(args, run);
  if (id !== undefined && /^[0-9a-f]{40,64}$/u.test(id)) return id;
  const shallow = isShallow ? ' The clone is shallow: run "git fetch --unshallow" to get the rest of the history.' : '';
  throw new LexichordError(
    ErrorCode.notFound,
    `There is no revision ${JSON.stringify(revision)} in the repository. Check the spelling, or fetch it.${shallow}`,
    { details: { revision } },
  );
}

async function mergeBase(
  ids: readonly [string, string],
  { name, repository, run }: { readonly name: string; readonly repository: Repository; readonly run: GitRun },
): Promise<string> {
  const [id] = await linesOf(['merge-base', ...ids], run);
  if (id !== undefined) return id;
  const remedy = repository.isShallow
    ? 'The clone is shallow: run "git fetch --unshallow"'
    : 'Compare them directly, with two dots';
  throw new LexichordError(ErrorCode.notFound, `${JSON.stringify(name)} has no common commit. ${remedy}.`, {
    details: { range: name },
  });
}

/** Output lines of a command; none if it fails, as for an unknown revision. */
async function linesOf(args: readonly string[], run: GitRun): Promise<readonly string[]> {
  const lines: string[] = [];
  const outcome = await runGit({ ...run, args, separator: '\n', onItem: (line) => lines.push(line) < 10 });
  if (outcome.kind !== 'ended') throw gitFailure(failureOf(outcome));
  return outcome.exitCode === 0 ? lines : [];
}
