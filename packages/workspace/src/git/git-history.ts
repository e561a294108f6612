import 'reflect-metadata';
import {
  type CallOptions,
  IClock,
  type IGitHistory,
  ILogger,
  IWorkspaceListing,
  type RecentChanges,
} from '@lexichord/abstractions';
import { SharedWork } from '@lexichord/platform/internal';
import { inject, injectable } from 'tsyringe';

import { IWorkspaceFiles } from '../guard/workspace-files.js';
import { type GitRun, type NoHistoryReason, type Repository, elsewhereRemedy } from './find-repository.js';
import { type RepositoryDescription, describeRepository, headState, isUnchanged } from './repository-description.js';
import { type RecentCommits, readCommits } from './read-commits.js';
import { type Uncommitted, readUncommitted } from './read-uncommitted.js';

/** Window of recent changes: older ones weigh less than a ten-thousandth (T-016 AC-084). */
const windowMs = 100 * 86_400_000;

/** Time limit for each command: a query takes at most twice as long, or three times when the branch has moved. */
const commandTimeoutMs = 2_000;

/** Reasons reported to the user; the others are ordinary. */
const troubles: ReadonlySet<NoHistoryReason> = new Set(['foreign-owner', 'leads-elsewhere', 'timeout', 'failed']);

const remedies: Readonly<Partial<Record<NoHistoryReason, string>>> = {
  'foreign-owner': 'another user owns the repository; trust it with "git config --global --add safe.directory"',
  'leads-elsewhere': `".git" leads to the contents of another repository. ${elsewhereRemedy}`,
};

/**
 * Reads recent changes with the program git. Commits are cached until the branch moves; uncommitted files are read for
 * every query, unless file watching shows that nothing has changed since the last one. Concurrent queries share a
 * result.
 */
@injectable()
export class GitHistory implements IGitHistory {
  private readonly log: ILogger;
  private readonly reading = new SharedWork<RecentChanges | undefined>();
  private remembered: { readonly head: string | undefined; readonly commits: RecentCommits } | undefined;
  private description: RepositoryDescription | undefined;
  private settled: { readonly state: string; readonly uncommitted: Uncommitted } | undefined;
  private lastReason: NoHistoryReason | undefined;

  constructor(
    @inject(IWorkspaceFiles) private readonly files: IWorkspaceFiles,
    @inject(IClock) private readonly clock: IClock,
    @inject(ILogger) log: ILogger,
    @inject(IWorkspaceListing, { isOptional: true }) private readonly listing?: IWorkspaceListing,
  ) {
    this.log = log.forSource('GitHistory');
  }

  async recentChanges({ signal }: CallOptions = {}): Promise<RecentChanges | undefined> {
    return this.reading.join('changes', (shared) => this.read(shared), signal);
  }

  private async read(signal: AbortSignal): Promise<RecentChanges | undefined> {
    const root = this.root();
    const found =
      root === undefined
        ? 'no-workspace'
        : await this.ask({ root, timeoutMs: commandTimeoutMs, clock: this.clock, signal });
    this.say(typeof found === 'string' ? found : undefined);
    return typeof found === 'string' ? undefined : found;
  }

  /** A missing folder has no history; reading a file of it fails. */
  private root(): string | undefined {
    try {
      return this.files.root;
    } catch {
      return undefined;
    }
  }

  /** While branch and settings are unchanged, one process of git lists uncommitted files and confirms the branch. */
  private async ask(run: GitRun): Promise<RecentChanges | NoHistoryReason> {
    const { description, remembered } = this;
    if (description?.filters === undefined || remembered === undefined || !isUnchanged(description, run.root)) {
      return this.askAnew(run);
    }
    const state = await this.stateOf(run);
    if (state !== undefined && state === this.settled?.state) {
      return this.changesOf(remembered.commits, this.settled.uncommitted);
    }
    const uncommitted = await uncommittedOf(description, run);
    if (typeof uncommitted === 'string') return uncommitted;
    if (uncommitted.head !== (remembered.head ?? '')) return this.askAnew(run, uncommitted);
    this.settled = state === undefined || uncommitted.isPartial ? undefined : { state, uncommitted };
    return this.changesOf(remembered.commits, uncommitted);
  }

  /** Fingerprint of the workspace's files and head commit; `undefined` while it cannot be determined. */
  private async stateOf({ root, signal }: GitRun): Promise<string | undefined> {
    const version = await this.listing?.version?.({ signal });
    const head = version === undefined ? undefined : headState(root);
    return head === undefined ? undefined : `${version} ${head}`;
  }

  /** @param given recently listed uncommitted files */
  private async askAnew(run: GitRun, given?: Uncommitted): Promise<RecentChanges | NoHistoryReason> {
    const before = this.description;
    this.settled = undefined;
    const description = await describeRepository(run, before);
    if (typeof description === 'string') return description;
    this.description = description;
    const isReusable = given !== undefined && description.state !== undefined && before?.state === description.state;
    const [commits, uncommitted] = await Promise.all([
      this.commitsOf(description.repository, run),
      isReusable ? given : uncommittedOf(description, run),
    ]);
    if (typeof commits === 'string') return commits;
    if (typeof uncommitted === 'string') return uncommitted;
    return this.changesOf(commits, uncommitted);
  }

  private changesOf(commits: RecentCommits, { paths: uncommitted, isPartial }: Uncommitted): RecentChanges {
    this.log.debug('git knows {committed} recently committed files and {uncommitted} changed or new ones', {
      committed: commits.committedMs.size,
      uncommitted: uncommitted.size,
      isPartial,
    });
    return { ...commits, uncommitted };
  }

  private async commitsOf(repository: Repository, run: GitRun): Promise<RecentCommits | NoHistoryReason> {
    const { head } = repository;
    if (this.remembered !== undefined && this.remembered.head === head) return this.remembered.commits;
    const commits = await readCommits({ ...run, repository, sinceMs: this.clock.now() - windowMs });
    if (typeof commits !== 'string') this.remembered = { head, commits };
    return commits;
  }

  /** Logs the reason for a missing history once, not with every query. */
  private say(reason: NoHistoryReason | undefined): void {
    const isNew = reason !== this.lastReason;
    this.lastReason = reason;
    if (reason === undefined || !isNew) return;
    if (!troubles.has(reason)) {
      this.log.debug('There is no git history of the workspace: {reason}', { reason });
      return;
    }
    const remedy = remedies[reason] ?? 'run "git status" in the workspace to see why';
    this.log.warn('The git history of the workspace cannot be read ({reason}): {remedy}', { reason, remedy });
  }
}

/** Lists uncommitted files, unless content filters cannot be switched off: they would run programs. */
async function uncommittedOf(
  { repository, filters }: RepositoryDescription,
  run: GitRun,
): Promise<Uncommitted | NoHistoryReason> {
  if (filters === undefined) return { head: repository.head, paths: new Set(), isPartial: true };
  return readUncommitted(repository, filters, run);
}
