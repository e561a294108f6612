import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How a command is traced. */
export interface TraceOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly workingDirectory: string;
  /** Names of the system calls that are written down, or classes of them: `%network`. */
  readonly calls: readonly string[];
  /** Characters of a string that are kept. Default: 4,096. */
  readonly maxStringLength?: number;
  /** As strace reads it: `openat:error=ENOSPC:when=3`. */
  readonly inject?: string;
  /** Called once the command runs. The command's end is waited for all the same. */
  readonly whileRunning?: (command: ChildProcessWithoutNullStreams) => Promise<void>;
}

/** Output and exit code of a command, with strace's output. */
export interface CommandTrace {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** For `readTracedCalls`. */
  readonly log: string;
}

/**
 * Runs a command under `strace`, with the threads and processes that it starts. It leads a group of processes, by which it
 * can be interrupted: strace itself takes no signal.
 */
export async function traceCommand(argv: readonly string[], options: TraceOptions): Promise<CommandTrace> {
  const { environment, workingDirectory, calls, maxStringLength = 4_096, inject, whileRunning } = options;
  const folder = mkdtempSync(join(tmpdir(), 'lexichord-trace-'));
  const log = join(folder, 'calls');
  try {
    const expressions = [`trace=${calls.join(',')}`, ...(inject === undefined ? [] : [`inject=${inject}`])];
    const format = ['-f', '--seccomp-bpf', '-y', '-xx', '-qq', '-s', String(maxStringLength), '-o', log];
    const command = spawn('strace', [...format, ...expressions.flatMap((each) => ['-e', each]), ...argv], {
      cwd: workingDirectory,
      env: environment,
      detached: true,
    });
    let [stdout, stderr] = ['', ''];
    command.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    command.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const ended = new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
      command.on('close', (code, by) => resolve([code, by])),
    );
    const [[exitCode, signal]] = await Promise.all([ended, whileRunning?.(command)]);
    return { exitCode, signal, stdout, stderr, log: readFileSync(log, 'latin1') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
