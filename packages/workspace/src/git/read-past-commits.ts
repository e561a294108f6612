import { type GitRun, type NoHistoryReason, type Repository, failureOf } from './find-repository.js';
import { runGit } from './run-git.js';

/** Change of a file in a commit: git's letter, such as `M`, the path, and for a rename the former path. */
export type FileChange = readonly [status: string, path: string, formerPath?: string];

/** A commit in git's list, with the names of its files at that time. */
export interface ListedCommit {
  readonly id: string;
  readonly timeMs: number;
  /** At most {@link maxMessageLength} characters; empty if the commit says nothing about its files. */
  readonly message: string;
  /** All changes; of a commit without a message only the renames, which are needed to follow older names. */
  readonly changes: readonly FileChange[];
}

/** Maximum number of commits: names and purposes of files change too much over a longer history. */
export const maxCommits = 1_000;
/** Maximum length of a message, in UTF-16 units: subject and the first lines. */
export const maxMessageLength = 500;
/** Maximum number of files: larger commits, such as a new format or a new year, say nothing about a single file. */
export const maxFilesOfCommit = 50;
/** Maximum length of all commits together, in UTF-16 units. A thousand commits have some hundred thousand. */
const maxLength = 4_000_000;
/** Maximum number of commits named in a command: some systems limit command lines. */
export const maxNamed = 200;

/** Result of a pass. */
export interface CommitPass {
  /** Commits in git's order. */
  readonly commits: readonly ListedCommit[];
  /** `whole`: all were read; `late`: the time limit was reached; `large`: the size limit was reached. */
  readonly ended: 'whole' | 'late' | 'large';
}

/**
 * Ids of the newest commits that are no merges, in git's order. Reads trees only if the workspace is a part of the
 * repository.
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
 * Reads the newest commits, or only the named ones, in one pass. At the limit of time or size, the commits read so far
 * are returned.
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

/** First character of a header; no status and no path in a repository begins with it. */
const headerMark = '/';

/** Renames are detected by object ids only, without reading contents, which a partial clone may lack. */
const logOptions = [
  ...['-z', '--name-status', '--relative', '--find-renames=100%', '--encoding=UTF-8'],
  ...['--no-ext-diff', '--no-textconv', '--no-show-signature', '--no-decorate', '--no-notes', '--no-follow'],
  ...['--ignore-submodules=all', '--root', `--format=tformat:${headerMark}%H%n%ct%n%P%n%an%n%B`],
];

/** Names of bots, such as `dependabot[bot]`. */
const botName = /\[bot\]$|^(?:renovate|dependabot|greenkeeper|snyk)\b.*\bbot$/iu;
const revertSubject = /^(?:revert\b|reapply ")/iu;

/** Parses the header of each commit, then the status and path of each file, or both paths of a rename. */
class PastCommitReader {
  /** Length of the input read so far, in UTF-16 units. */
  length = 0;
  private readonly commits: ListedCommit[] = [];
  private current: (Omit<ListedCommit, 'changes'> & { readonly changes: FileChange[] }) | undefined;
  /** Items of the current file: its status, then paths. */
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

  /** Completes the current commit. */
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
    // The oldest commit of a shallow clone appears to add every file.
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
