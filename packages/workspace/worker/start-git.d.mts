/** Arguments and environment of a run of git. */
export interface GitCall {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Standard input; empty by default. */
  readonly input?: string | undefined;
}

/** A running process of git. */
export interface GitProcess {
  /** Sets the listener for pieces of standard output. Must be called synchronously after the start. */
  onOutput(listener: (piece: Buffer) => void): void;
  /** Sets the listener for pieces of standard error. Must be called synchronously after the start. */
  onComplaint(listener: (piece: string) => void): void;
  /** The exit code after all output; -1 for a killed process, `undefined` for one that could not be started. */
  readonly ended: Promise<number | undefined>;
  /** Kills the process and stops reading its output. */
  stop(): void;
}

/** A child process of this process. */
export interface GitChild extends GitProcess {
  /** Stops reading until {@link resume}. */
  pause(): void;
  resume(): void;
}

/**
 * Starts git as a child of this process.
 *
 * @returns `undefined` if the system rejects the arguments; other failures are reported by `ended`
 */
export function startGit(call: GitCall): GitChild | undefined;
