import { CommanderError } from 'commander';

import type { CommandIo } from './command-io.js';
import type { CommandDefinition, Invocation } from './command-line/command-definition.js';
import { createProgram } from './command-line/create-program.js';
import { delayedSignal } from './interruption.js';

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
  const { raceWithSignal } = await import('@lexichord/platform/internal');
  const isServing = definition.isServing?.(invocation) === true;
  return raceWithSignal(run(invocation, io), isServing ? delayedSignal(signal, closingMs) : signal);
}

async function reportFailure(error: unknown, argv: readonly string[], io: CommandIo): Promise<number> {
  const { reportError } = await import('./command-line/report-error.js');
  return reportError(error, argv, io);
}
