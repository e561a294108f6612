import { type GitRun, type NoHistoryReason, type Repository, failureOf } from './find-repository.js';
import { runGit } from './run-git.js';

/** How a commit changed a file: git's letter, such as `M`, the path, and for a rename the path before. */
export type FileChange = readonly [status: string, path: string, formerPath?: string];

/** A commit as git lists it, with the names that its files had then. */
export interface ListedCommit {
  readonly id: string;
  readonly timeMs: number;
  /** At most {@link maxMessageLength} characters; empty if the commit is no use for its files. */
  readonly message: string;
  /** Of a commit without a message only the renames, which give older names their meaning. */
  readonly changes: readonly FileChange[];
}

/** Further back the names of files and what they are about have changed too much. */
export const maxCommits = 1_000;
/** Of a message, in UTF-16 units: subject and the first lines. */
export const maxMessageLength = 500;
/** Commits of more files, such as a new format or a new year, are no use for a single one. */
export const maxFilesOfCommit = 50;
/** Of messages and paths of all commits together, in UTF-16 units. A thousand commits have some hundred thousand. */
const maxLength = 4_000_000;
/** So many commits can be read by their names: some systems have short command lines. */
export const maxNamed = 200;

/** Result of a pass. */
export interface CommitPass {
  /** In the order of git. */
  readonly commits: readonly ListedCommit[];
  /** Why there are no more: these are all, the time was over, or they are too large together. */
  readonly ended: 'whole' | 'late' | 'large';
}

/**
 * Ids of the newest commits that are no merges, in the order of git. Takes no look into the trees unless the workspace
 * is a part of the repository.
 *
 * @throws the signal's reason
 */
export async function listCommitIds(
  { head, prefix }: Repository,
  run: GitRun,
): Promise<readonly string[] | NoHistoryReason> {
  if (head === undefined) return [];
  const ids: string[] = [];
  const args = ['rev-list', '--no-merges', `--max-count=${maxCommits}`, head, '--', ...folderOf(prefix)];
  const outcome = await runGit({ ...run, args, separator: '\n', onItem: (id) => ids.push(id) < maxCommits + 1 });
  return outcome.kind === 'ended' && outcome.exitCode === 0 ? ids : failureOf(outcome);
}

/**
 * Reads the newest commits in one pass, or only the named ones. What takes too long or is too large counts as read up
 * to the commit that was reached.
 *
 * @param named at most {@link maxNamed}
 * @throws the signal's reason
 */
export async function readPastCommits(
  { head, prefix, isShallow }: Repository,
  run: GitRun,
  named?: readonly string[],
): Promise<CommitPass | NoHistoryReason> {
  if (head === undefined) return { commits: [], ended: 'whole' };
  const reader = new PastCommitReader(isShallow);
  const which =
    named === undefined ? ['--no-merges', `--max-count=${maxCommits}`, head] : ['--no-walk=unsorted', ...named];
  const outcome = await runGit({
    ...run,
    args: ['log', ...logOptions, ...which, '--', ...folderOf(prefix)],
    separator: '\0',
    onItem: (item) => {
      reader.read(item);
      return reader.length < maxLength;
    },
  });
  if (outcome.kind === 'stopped') {
    return { commits: reader.finished(), ended: reader.length < maxLength ? 'late' : 'large' };
  }
  if (outcome.kind !== 'ended' || outcome.exitCode !== 0) return failureOf(outcome);
  reader.end();
  return { commits: reader.finished(), ended: 'whole' };
}

function folderOf(prefix: string): readonly string[] {
  return prefix === '' ? [] : ['.'];
}

/** Begins a commit; no status of a file does, and no path inside a repository. */
const headerMark = '/';

/** Renames by the contents' ids alone: no content is read, which a partial clone may not have. */
const logOptions = [
  ...['-z', '--name-status', '--relative', '--find-renames=100%', '--encoding=UTF-8'],
  ...['--no-ext-diff', '--no-textconv', '--no-show-signature', '--no-decorate', '--no-notes', '--no-follow'],
  ...['--ignore-submodules=all', '--root', `--format=tformat:${headerMark}%H%n%ct%n%P%n%an%n%B`],
];

/** Such as `dependabot[bot]`. */
const botName = /\[bot\]$|^(?:renovate|dependabot|greenkeeper|snyk)\b.*\bbot$/iu;
const revertSubject = /^(?:revert\b|reapply ")/iu;

/** Reads the header of each commit, then for each file its status and its path, of a rename both paths. */
class PastCommitReader {
  /** Of everything that was read, in UTF-16 units. */
  length = 0;
  private readonly commits: ListedCommit[] = [];
  private current: (Omit<ListedCommit, 'changes'> & { readonly changes: FileChange[] }) | undefined;
  /** Items that belong to the file that is being read: its status, then paths. */
  private file: string[] = [];
  private isAfterHeader = false;

  constructor(private readonly isShallow: boolean) {}

  read(item: string): void {
    this.length += item.length;
    const isHeader = item.startsWith(headerMark) && this.file.length === 0;
    if (isHeader) {
      this.end();
      this.begin(item.slice(headerMark.length));
    } else if (item !== '') this.addItem(this.isAfterHeader ? item.replace(/^\n/u, '') : item);
    this.isAfterHeader = isHeader;
  }

  /** The last commit is whole. */
  end(): void {
    const { current } = this;
    this.current = undefined;
    this.file = [];
    if (current === undefined) return;
    const isTelling = current.message !== '' && current.changes.length <= maxFilesOfCommit;
    const renames = current.changes.filter(([, , former]) => former !== undefined);
    this.commits.push(isTelling ? current : { ...current, message: '', changes: renames });
  }

  finished(): readonly ListedCommit[] {
    return this.commits;
  }

  private begin(header: string): void {
    const [id = '', seconds = '', parents = '', author = '', ...message] = header.split('\n');
    // There a shallow clone was cut off: the commit seems to add every file.
    if (this.isShallow && parents === '') return;
    const isTelling = !botName.test(author) && !revertSubject.test(message[0] ?? '');
    const kept = isTelling ? message.join('\n').trim().slice(0, maxMessageLength) : '';
    this.current = { id, timeMs: Number(seconds) * 1_000, message: kept, changes: [] };
  }

  private addItem(item: string): void {
    this.file.push(item);
    const [status = '', ...paths] = this.file;
    const isPair = status.startsWith('R') || status.startsWith('C');
    if (paths.length < (isPair ? 2 : 1)) return;
    this.file = [];
    const [path = '', renamed] = paths;
    const letter = status.slice(0, 1);
    this.current?.changes.push(renamed === undefined ? [letter, path] : [letter, renamed, path]);
  }
}
