import 'reflect-metadata';
import {
  type CommitHistoryOptions,
  IClock,
  type ICommitHistory,
  ILogger,
  IStateFolder,
  type PastCommit,
} from '@lexichord/abstractions';
import { SharedWork } from '@lexichord/platform/internal';
import { inject, injectable } from 'tsyringe';

import { IWorkspaceFiles } from '../guard/workspace-files.js';
import { type StoredCommits, readStoredCommits, writeStoredCommits } from './commit-history-file.js';
import { type GitRun, type NoHistoryReason, type Repository, findRepository } from './find-repository.js';
import { followRenames } from './follow-renames.js';
import { checkoutState } from './repository-description.js';
import { listCommitIds, maxNamed, readPastCommits } from './read-past-commits.js';

/**
 * Time limit for all commands of a query together, so that the sources of a pack, which wait for it, keep some of their
 * time. In a slower repository the query returns the commits read so far, and the next query continues.
 */
const timeoutMs = 2_500;

/**
 * Reads past commits with the program git. They are cached in memory, and in the state for the next process. When the
 * branch has moved, only new commits are read: commits are immutable.
 */
@injectable()
export class CommitHistory implements ICommitHistory {
  private readonly log: ILogger;
  private readonly reading = new SharedWork<readonly PastCommit[] | undefined>();
  private held: { readonly history: StoredCommits; readonly commits: readonly PastCommit[] } | undefined;
  /** State of the checkout of which all commits are held. */
  private settledAt: string | undefined;
  /** Whether the last result is incomplete, because git was slow. */
  private isLate = false;

  constructor(
    @inject(IWorkspaceFiles) private readonly files: IWorkspaceFiles,
    @inject(IClock) private readonly clock: IClock,
    @inject(ILogger) log: ILogger,
    @inject(IStateFolder, { isOptional: true }) private readonly folder?: IStateFolder,
  ) {
    this.log = log.forSource('CommitHistory');
  }

  async pastCommits({ signal, onWarning }: CommitHistoryOptions = {}): Promise<readonly PastCommit[] | undefined> {
    const commits = await this.reading.join('commits', (shared) => this.read(shared), signal);
    if (this.isLate) onWarning?.(lateWarning(commits?.length ?? 0));
    return commits;
  }

  private async read(signal: AbortSignal): Promise<readonly PastCommit[] | undefined> {
    const root = this.root();
    if (root === undefined) return undefined;
    // Read before git reads them: a change meanwhile gives another state.
    const state = checkoutState(root);
    if (state !== undefined && state === this.settledAt) return this.heldCommits();
    const run = runWithin(timeoutMs, { root, clock: this.clock, signal });
    const repository = await findRepository(run);
    const history = typeof repository === 'string' ? repository : await this.historyOf(repository, run);
    this.isLate = typeof history === 'string' ? history === 'timeout' : history.isPartial;
    this.settledAt = typeof history === 'string' || history.isPartial ? undefined : state;
    if (typeof history === 'string') {
      this.log.debug('No earlier commits are known: {reason}', { reason: history });
      return undefined;
    }
    if (this.held?.history !== history) this.held = { history, commits: followRenames(history.commits) };
    return this.heldCommits();
  }

  private heldCommits(): readonly PastCommit[] | undefined {
    const { commits = [] } = this.held ?? {};
    return commits.length === 0 ? undefined : commits;
  }

  /** A missing folder has no history; reading a file of it reports the problem. */
  private root(): string | undefined {
    try {
      return this.files.root;
    } catch {
      return undefined;
    }
  }

  private async historyOf(repository: Repository, run: GitRun): Promise<StoredCommits | NoHistoryReason> {
    const { head = '', prefix, isShallow } = repository;
    const before = this.held?.history ?? (this.folder && (await readStoredCommits(this.folder)));
    const isSameRepository = before?.prefix === prefix && before.isShallow === isShallow;
    const isSameState = isSameRepository && before.head === head && !before.isPartial;
    // A shallow clone can be deepened without a new head.
    if (isSameState && !isShallow) return before;
    const found = isSameRepository ? await readOn(before, repository, run) : await readAnew(repository, run);
    if (typeof found === 'string') return found;
    if (isSameState && found.commits.length === before.commits.length) return before;
    const history = { head, prefix, isShallow, ...found };
    this.log.debug('{count} earlier commits are known', {
      count: history.commits.length,
      isPartial: history.isPartial,
    });
    await this.save(history);
    return history;
  }

  private async save(history: StoredCommits): Promise<void> {
    if (this.folder === undefined || history.head === '') return;
    try {
      await writeStoredCommits(this.folder, history);
    } catch (error) {
      // The next process reads them from git again.
      this.log.debug('The earlier commits could not be kept: {reason}', {
        reason: error instanceof Error ? error.message : 'unknown',
      });
    }
  }
}

function lateWarning(count: number): string {
  return `Git was slow: only ${count} earlier commits are used in the ranking. The next search reads more of them.`;
}

type FoundCommits = Pick<StoredCommits, 'commits' | 'isPartial'>;

/** Starts the time limit: each command gets the remaining time. */
function runWithin(limitMs: number, { clock, ...run }: Omit<GitRun, 'timeoutMs'>): GitRun {
  const endMs = clock.monotonicMs() + limitMs;
  return {
    ...run,
    clock,
    get timeoutMs() {
      return Math.max(0, endMs - clock.monotonicMs());
    },
  };
}

async function readAnew(repository: Repository, run: GitRun): Promise<FoundCommits | NoHistoryReason> {
  const pass = await readPastCommits(repository, run);
  return typeof pass === 'string' ? pass : { commits: pass.commits, isPartial: pass.ended === 'late' };
}

/** Commits of a branch: the cached ones, and the new ones from git. */
async function readOn(
  before: StoredCommits,
  repository: Repository,
  run: GitRun,
): Promise<FoundCommits | NoHistoryReason> {
  if (before.commits.length === 0) return readAnew(repository, run);
  const ids = await listCommitIds(repository, run);
  if (typeof ids === 'string') return ids;
  const byId = new Map(before.commits.map((commit) => [commit.id, commit]));
  const unknown = ids.filter((id) => !byId.has(id));
  if (unknown.length > maxNamed && !before.isPartial) return readAnew(repository, run);
  let isPartial = false;
  for (let from = 0; from < unknown.length && !isPartial; from += maxNamed) {
    const pass = await readPastCommits(repository, run, unknown.slice(from, from + maxNamed));
    if (typeof pass === 'string') return pass;
    if (pass.ended === 'large') return readAnew(repository, run);
    for (const commit of pass.commits) byId.set(commit.id, commit);
    isPartial = pass.ended === 'late';
  }
  return { commits: ids.flatMap((id) => byId.get(id) ?? []), isPartial };
}
