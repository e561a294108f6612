/** How git is started. */
export interface GitCall {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** What it reads from its standard input; nothing by default. */
  readonly input?: string | undefined;
}

/** A git that was started. */
export interface GitProcess {
  /** Called with what it prints, as it comes. To be given at once. */
  onOutput(listener: (piece: Buffer) => void): void;
  /** Called with what it says on its standard error. To be given at once. */
  onComplaint(listener: (piece: string) => void): void;
  /** The exit code when all output has been read; -1 for a process that was ended, `undefined` for one that never was. */
  readonly ended: Promise<number | undefined>;
  /** Kills it, and reads nothing more. */
  stop(): void;
}

/** A child of this process. */
export interface GitChild extends GitProcess {
  /** Reads nothing until {@link resume}. */
  pause(): void;
  resume(): void;
}

/**
 * Starts git as a child of this process.
 *
 * @returns `undefined` when the system refuses the arguments; what else goes wrong is known at the end
 */
export function startGit(call: GitCall): GitChild | undefined;
