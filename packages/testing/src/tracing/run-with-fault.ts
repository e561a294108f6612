import { type CommandTrace, traceCommand } from './trace-command.js';
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

/** Trace of a command whose system calls failed. */
export interface FaultedRun extends CommandTrace {
  /** Calls of the kinds that were to fail, in the order of their returns. */
  readonly made: readonly MadeCall[];
}

/** A call that may have failed on purpose. */
export interface MadeCall {
  /** Which of its thread, from 1. */
  readonly number: number;
  /** Subject of the call: a path, or what the system has in place of one. */
  readonly path: string;
  readonly hasFailed: boolean;
}

/** Runs a command and lets system calls of it fail. */
export async function runWithFault(
  argv: readonly string[],
  { calls, error, number }: InjectedFault,
  { environment, workingDirectory }: { readonly environment: NodeJS.ProcessEnv; readonly workingDirectory: string },
): Promise<FaultedRun> {
  const trace = await traceCommand(argv, {
    environment,
    workingDirectory,
    calls,
    inject: `${calls.join(',')}:error=${error}:when=${number}`,
  });
  return { ...trace, made: listCalls(trace.log) };
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
