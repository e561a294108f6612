import type { CommitHistoryOptions, ICommitHistory, PastCommit } from '@lexichord/abstractions';

/** A history that has what a test gives it. */
export class GivenCommits implements ICommitHistory {
  /** How often it was asked. */
  asked = 0;

  /** @param warning what every answer warns of */
  constructor(
    public commits: readonly PastCommit[] | undefined,
    public warning?: string | undefined,
  ) {}

  pastCommits({ onWarning }: CommitHistoryOptions = {}): Promise<readonly PastCommit[] | undefined> {
    this.asked += 1;
    if (this.warning !== undefined) onWarning?.(this.warning);
    return Promise.resolve(this.commits);
  }
}

/** A commit with an id of its message. */
export function aCommit(message: string, ...files: readonly string[]): PastCommit {
  return { id: Buffer.from(message).toString('hex').slice(0, 40).padStart(40, '0'), timeMs: 0, message, files };
}
