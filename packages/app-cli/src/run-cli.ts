import type { ErrorCode } from '@lexichord/abstractions';
import { CommanderError } from 'commander';

import type { CommandIo } from './command-io.js';
import type { CommandDefinition, Invocation } from './command-line/command-definition.js';
import { createProgram } from './command-line/create-program.js';
import { delayedSignal } from './delayed-signal.js';

/**
 * Runs one command line and resolves to the exit code for the process, one of `ExitCode`. Never rejects: a failure is
 * described on standard error and shows in the code.
 *
 * @param argv without the program's own name
 */
export async function runCli(argv: readonly string[], io: CommandIo): Promise<number> {
  let exitCode = 0;
  const program = createProgram(io, async (definition, invocation) => {
    exitCode = await runUntilInterrupted(definition, invocation, io);
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    // Help and version are thrown as well; they are results.
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    return reportFailure(error, argv, io);
  }
}

/**
 * How long a command that serves may take to close what it has open, in milliseconds. Longer than its answers under way
 * have, and short enough for somebody who waits.
 */
const closingMs = 3_000;

/** The command, unless the signal comes first: a command that does not listen to it must not hold the user up. */
async function runUntilInterrupted(
  definition: CommandDefinition,
  invocation: Invocation,
  io: CommandIo,
): Promise<number> {
  const run = await definition.load();
  const { signal } = io;
  if (signal === undefined) return run(invocation, io);
  const { raceWithSignal } = await import('@lexichord/platform');
  const isServing = definition.isServing?.(invocation) === true;
  return raceWithSignal(run(invocation, io), isServing ? delayedSignal(signal, closingMs) : signal);
}

async function reportFailure(error: unknown, argv: readonly string[], io: CommandIo): Promise<number> {
  if (isOutOfFiles(error)) return reportOutOfFiles(argv, io);
  try {
    const { reportError } = await import('./command-line/report-error.js');
    return reportError(error, argv, io);
  } catch (cause) {
    if (isOutOfFiles(cause)) return reportOutOfFiles(argv, io);
    throw cause;
  }
}

/** Whether the process may not open another file, such as one of its own modules. */
function isOutOfFiles(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE');
}

/** Loads nothing, which is no longer possible. */
function reportOutOfFiles(argv: readonly string[], { stderr }: CommandIo): number {
  const code: ErrorCode = 'io-failed';
  const message =
    'The process may not open as many files as it needs. Raise the limit, such as with "ulimit -n 1024", and run the command again.';
  const json = { error: { code, message, details: { reason: 'EMFILE' } } };
  stderr.write(`${argv.includes('--json') ? JSON.stringify(json) : `error: ${message}`}\n`);
  return 1;
}
