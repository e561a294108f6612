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
    // Commander throws for help and version too, which are results.
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    return reportFailure(error, argv, io);
  }
}

/**
 * How long a serving command may take to close its resources, in milliseconds: longer than the timeout of running
 * replies, and short for a waiting user.
 */
const closingMs = 3_000;

/**
 * Runs the command until it ends or the signal aborts, so that a command that ignores the signal does not block the
 * user.
 */
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
