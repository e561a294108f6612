import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/** How git is started. */
export interface GitCall {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** What it reads from its standard input; nothing by default. */
  readonly input: string | undefined;
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

type Git = ChildProcessByStdio<Writable | null, Readable, Readable>;

/**
 * Starts git as a child of this process.
 *
 * @returns `undefined` when the system refuses the arguments; what else goes wrong is known at the end
 */
export function startDirectly({ args, cwd, env, input }: GitCall): GitProcess | undefined {
  let child: Git;
  try {
    const stdio = [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'] as const;
    child = spawn('git', args, { cwd, env, stdio: [...stdio], windowsHide: true }) as Git;
  } catch {
    return undefined;
  }
  // It may end without reading everything.
  child.stdin?.on('error', () => undefined).end(input);
  return {
    onOutput: (listener) => void child.stdout.on('data', listener),
    onComplaint: (listener) => void child.stderr.setEncoding('utf8').on('data', listener),
    ended: endOf(child),
    stop: () => {
      child.kill('SIGKILL');
      // What it has started may still hold its output open.
      child.stdout.destroy();
      child.stderr.destroy();
    },
  };
}

function endOf(child: Git): Promise<number | undefined> {
  return new Promise((resolve) => {
    child.once('error', () => {
      // A process that runs and cannot be killed ends all the same.
      if (child.pid === undefined) resolve(undefined);
    });
    child.once('close', (code) => {
      resolve(code ?? -1);
    });
  });
}
