import type { Readable } from 'node:stream';

import type { IClock } from '@lexichord/abstractions';
import type { RuntimeOptions } from '@lexichord/runtime';
import type { OpenedRuntime } from '@lexichord/runtime/internal';

/** Receiver of text: a standard stream, or a collector in a test. */
export interface TextSink {
  write(text: string): unknown;
  /** Whether it is a terminal, which supports colours and escapes. */
  readonly isTTY?: boolean | undefined;
  /** Width of the terminal in columns. */
  readonly columns?: number | undefined;
  /** Error of a failed write, as streams report it. */
  readonly errored?: Error | null | undefined;
}

/** The process resources that a command uses, so that it can run inside another process. */
export interface CommandIo {
  /** Receives results only. */
  readonly stdout: TextSink;
  /** Receives messages, summaries and errors. */
  readonly stderr: TextSink;
  readonly stdin: Readable;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Base of relative paths, absolute. */
  readonly workingDirectory: string;
  /** Aborted by the first interrupt. */
  readonly signal?: AbortSignal | undefined;
  /** Time and timeouts. Absent: the system clock. */
  readonly clock?: IClock | undefined;
  /** The whole command line, whose secrets no log shows. Absent: no command line. */
  readonly argv?: readonly string[] | undefined;
  /** Whether a warm process of the workspace may answer in place of this one. Default: false. */
  readonly asksWarmProcess?: boolean | undefined;
  /** Opens workspaces. Absent: each is opened for one command, and closed with it. */
  readonly openRuntime?: ((options: RuntimeOptions) => Promise<OpenedRuntime>) | undefined;
}

/** Input and output of a running command. */
export interface RunningIo extends CommandIo {
  /** Runs another command line in this process, and resolves to its exit code. */
  readonly runCommandLine: (argv: readonly string[], io: CommandIo) => Promise<number>;
}

/** Width for layouts, in columns: the terminal's, else 80; between 40 and 160. */
export function columnsOf(sink: TextSink): number {
  return Math.min(160, Math.max(40, sink.columns ?? 80));
}

/** Whether questions can be asked: standard input and standard error are terminals. */
export function canAsk({ stdin, stderr }: CommandIo): boolean {
  return 'isTTY' in stdin && stdin.isTTY === true && stderr.isTTY === true;
}
