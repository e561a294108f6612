import { dirname } from 'node:path';

import { type GitProcess, startGit } from '../../worker/start-git.mjs';
import { GitLauncher } from './git-launcher.js';
import { safeArguments, safeEnvironment } from './safe-git.js';

/** Conditions for starting git by a launcher. */
export interface LauncherPolicy {
  /** Minimum number of earlier starts: for a command that runs once, a launcher costs more than it saves. */
  readonly minStarts: number;
  /** Minimum resident memory: to start a process takes Linux about 10 to 60 ms per gigabyte of its parent. */
  readonly minResidentBytes: number;
  /** Time after which an idle launcher is ended. */
  readonly idleMs: number;
}

/** A command of git. */
export interface GitStart {
  /** Working folder. */
  readonly root: string;
  readonly args: readonly string[];
  /** Standard input; empty by default. */
  readonly input?: string | undefined;
  /** Folder in which, and above which, git searches no repository. Absent: no limit. */
  readonly ceiling?: string | undefined;
}

/** Starts git with harmless settings, by a launcher where that is faster. */
export class GitStarter {
  private readonly launcher: GitLauncher;
  private starts = 0;

  constructor(private readonly policy: LauncherPolicy) {
    this.launcher = new GitLauncher(policy.idleMs);
  }

  /** @returns `undefined` if the system rejects the arguments; other failures are reported by `ended` */
  start({ root, args, input, ceiling }: GitStart): GitProcess | undefined {
    const call = {
      args: [...safeArguments(root), ...args],
      // Not the workspace: some systems search the program there first.
      cwd: dirname(process.execPath),
      env: safeEnvironment(process.env, ceiling),
      input,
    };
    this.starts += 1;
    return (this.isSlow() ? this.launcher.start(call) : undefined) ?? startGit(call);
  }

  /** Ends the launcher. Its runs are treated as after its failure. */
  close(): void {
    this.launcher.close();
  }

  /** Whether starting a process directly is slow. Other systems copy nothing of the parent. */
  private isSlow(): boolean {
    const { minStarts, minResidentBytes } = this.policy;
    return process.platform === 'linux' && this.starts > minStarts && residentBytes() >= minResidentBytes;
  }
}

/** Resident memory in bytes; 0 if the system does not report it, as without `/proc`. */
function residentBytes(): number {
  try {
    return process.memoryUsage.rss();
  } catch {
    return 0;
  }
}

/** Shared by all runtimes of the process. */
export const gitStarter = new GitStarter({ minStarts: 12, minResidentBytes: 150_000_000, idleMs: 60_000 });
