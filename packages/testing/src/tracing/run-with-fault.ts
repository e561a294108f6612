import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { descriptorIn, pathsIn, readTracedCalls } from './traced-calls.js';

/** Calls that fail, each the n-th of its kind in its thread: strace counts for each thread alone. */
export interface InjectedFault {
  /** Names of system calls. */
  readonly calls: readonly string[];
  /** `ENOSPC`, `EIO`, `EMFILE`, … */
  readonly error: string;
  /** From 1 to 65,535. */
  readonly number: number;
}

/** What a command did whose system calls failed. */
export interface FaultedRun {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Calls of the kinds that were to fail, in the order of their returns. */
  readonly made: readonly MadeCall[];
}

/** A call that may have failed on purpose. */
export interface MadeCall {
  /** Which of its thread, from 1. */
  readonly number: number;
  /** What it was about: a path, or what the system has in place of one. */
  readonly path: string;
  readonly hasFailed: boolean;
}

/** Runs a command and lets system calls of it fail. */
export async function runWithFault(
  argv: readonly string[],
  { calls, error, number }: InjectedFault,
  { environment, workingDirectory }: { readonly environment: NodeJS.ProcessEnv; readonly workingDirectory: string },
): Promise<FaultedRun> {
  const folder = mkdtempSync(join(tmpdir(), 'lexichord-trace-'));
  const log = join(folder, 'calls');
  try {
    const names = calls.join(',');
    const inject = ['-e', `trace=${names}`, '-e', `inject=${names}:error=${error}:when=${number}`];
    const options = ['-f', '--seccomp-bpf', '-y', '-xx', '-qq', '-s', '4096', '-o', log, ...inject];
    const child = spawn('strace', [...options, ...argv], { cwd: workingDirectory, env: environment });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const [exitCode, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
      child.on('close', (code, by) => resolve([code, by])),
    );
    return { exitCode, signal, stdout, stderr, made: listCalls(readFileSync(log, 'latin1')) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function listCalls(log: string): readonly MadeCall[] {
  const byThread = new Map<string, number>();
  return [...readTracedCalls(log)].map(({ thread, args, result }) => {
    const number = (byThread.get(thread) ?? 0) + 1;
    byThread.set(thread, number);
    const path = descriptorIn(args)?.path ?? pathsIn(args).at(-1)?.path ?? '';
    return { number, path, hasFailed: result.endsWith('(INJECTED)') };
  });
}
