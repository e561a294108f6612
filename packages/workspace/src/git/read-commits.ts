import { type GitRun, type NoHistoryReason, type Repository, failureOf } from './find-repository.js';
import { runGit } from './run-git.js';

/** Times of the last commits of files. */
export interface RecentCommits {
  /** By path relative to the workspace, in milliseconds since the Unix epoch. */
  readonly committedMs: ReadonlyMap<string, number>;
  /** Commits before this time were not read, in milliseconds since the Unix epoch. */
  readonly sinceMs: number;
}

const defaultMostFiles = 300_000;

/** Repository and limits of the commits to read. */
export interface CommitsQuery extends GitRun {
  readonly repository: Repository;
  readonly sinceMs: number;
  /** Maximum number of files; of a longer history only the newest commits are read. */
  readonly maxFiles?: number;
}

/**
 * Reads the newest commits in one pass. A history that takes too long, or is too large, counts as read up to the last
 * commit that was read. The oldest commits of a shallow clone appear to add every file and are not counted.
 *
 * @throws the signal's reason
 */
export async function readCommits({
  repository,
  sinceMs,
  maxFiles = defaultMostFiles,
  ...run
}: CommitsQuery): Promise<RecentCommits | NoHistoryReason> {
  const { head, prefix, isShallow } = repository;
  if (head === undefined) return { committedMs: new Map(), sinceMs };
  const reader = new CommitReader(isShallow);
  const outcome = await runGit({
    ...run,
    args: [...logArguments(sinceMs), head, '--', ...(prefix === '' ? [] : ['.'])],
    separator: '\0',
    onItem: (item) => {
      reader.read(item);
      return reader.committedMs.size < maxFiles;
    },
  });
  if (outcome.kind === 'stopped' && reader.lastMs !== undefined) {
    return { committedMs: reader.committedMs, sinceMs: Math.max(sinceMs, reader.lastMs) };
  }
  if (outcome.kind !== 'ended' || outcome.exitCode !== 0) return failureOf(outcome);
  return { committedMs: reader.committedMs, sinceMs };
}

function logArguments(sinceMs: number): readonly string[] {
  const plain = [
    '--no-renames',
    '--no-ext-diff',
    '--no-textconv',
    '--no-show-signature',
    '--no-decorate',
    '--no-notes',
  ];
  return [
    ...['log', '-z', '--name-only', '--relative', ...plain, '--ignore-submodules=all'],
    // `-c`: a merge's own changes. `--full-history`: also commits of a part of the tree that a merge has overridden.
    ...['-c', '--full-history'],
    ...[`--since=${Math.floor(sinceMs / 1_000)} +0000`, `--format=tformat:${headerMark}%ct %P`],
  ];
}

/** First character of a header; no file name begins with it. */
const headerMark = '/';

/** Parses each commit's header, with its time and its parents, then the names of its files. */
class CommitReader {
  readonly committedMs = new Map<string, number>();
  /** Time of the current commit, in milliseconds since the Unix epoch. */
  lastMs: number | undefined;
  private isCounted = false;
  /** A line feed precedes the first name, if nothing else does, as after a merge's header. */
  private isAfterHeader = false;

  constructor(private readonly isShallow: boolean) {}

  read(item: string): void {
    const isHeader = item.startsWith(headerMark);
    if (isHeader) this.begin(item.slice(headerMark.length));
    else if (item !== '' && this.isCounted) this.add(this.isAfterHeader ? item.slice(1) : item);
    this.isAfterHeader = isHeader;
  }

  private begin(header: string): void {
    const [seconds = '', parents = ''] = header.split(' ', 2);
    this.lastMs = Number(seconds) * 1_000;
    this.isCounted = !(this.isShallow && parents === '');
  }

  private add(path: string): void {
    const time = this.lastMs ?? 0;
    if (time > (this.committedMs.get(path) ?? Number.NEGATIVE_INFINITY)) this.committedMs.set(path, time);
  }
}
