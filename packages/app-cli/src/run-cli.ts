import { CommanderError } from 'commander';

import { type CommandIo, canAsk } from './command-io.js';
import type { CommandDefinition, Invocation } from './command-line/command-definition.js';
import { commandTable } from './command-line/command-table.js';
import { createProgram } from './command-line/create-program.js';
import { spreadFiles } from './command-line/spread-files.js';
import type { PartialAnswer, RunEnd } from './warm/complete-answer.js';

/**
 * Runs one command line and resolves to the exit code for the process, one of `ExitCode`. Never rejects: a failure is
 * reported on standard error and by the code.
 *
 * @param argv without the program's own name
 */
export async function runCli(argv: readonly string[], io: CommandIo): Promise<number> {
  return (await runAndReport(argv, io)).exitCode;
}

async function runAndReport(argv: readonly string[], io: CommandIo): Promise<RunEnd> {
  let exitCode = 0;
  const program = createProgram(io, async (definition, invocation) => {
    const warm = mayBeWarm(definition, invocation, io) ? await askWarm(argv, invocation, io) : undefined;
    if (typeof warm === 'object') exitCode = await completeHere(argv, warm, io);
    else exitCode = warm ?? (await runHere(definition, invocation, { ...io, argv }));
  });
  try {
    const { workingDirectory } = io;
    // New users run the bare command: it starts the introduction.
    const given = argv.length === 0 && canAsk(io) ? ['start'] : argv;
    await program.parseAsync([...(await spreadFiles(given, { commands: commandTable, workingDirectory }))], {
      from: 'user',
    });
    return { exitCode, isFailureReported: false };
  } catch (error) {
    // Commander throws for help and version, too, although they are results.
    if (error instanceof CommanderError && error.exitCode === 0) return { exitCode: 0, isFailureReported: false };
    return { exitCode: await reportFailure(error, argv, io), isFailureReported: true };
  }
}

/** Whether a warm process may run it. Not with --debug: its log goes to the standard error of the running process. */
function mayBeWarm(
  { isReading }: CommandDefinition,
  invocation: Invocation,
  { asksWarmProcess = false }: CommandIo,
): boolean {
  return asksWarmProcess && !invocation.globals.debug && isReading?.(invocation) === true;
}

async function askWarm(
  argv: readonly string[],
  invocation: Invocation,
  io: CommandIo,
): Promise<number | PartialAnswer | undefined> {
  const { answerWarm } = await import('./warm/answer-warm.js');
  return answerWarm(argv, invocation, io);
}

async function completeHere(argv: readonly string[], answer: PartialAnswer, io: CommandIo): Promise<number> {
  const { completeAnswer } = await import('./warm/complete-answer.js');
  return completeAnswer(answer, io, (rest) => runAndReport(argv, { ...rest, asksWarmProcess: false }));
}

async function runHere(definition: CommandDefinition, invocation: Invocation, io: CommandIo): Promise<number> {
  // Imports from one module: importing the package root would load all of it for every command.
  const { runUntilInterrupted } = await import('./run-until-interrupted.js');
  return runUntilInterrupted(definition, invocation, { ...io, runCommandLine: runCli });
}

async function reportFailure(error: unknown, argv: readonly string[], io: CommandIo): Promise<number> {
  const { reportError } = await import('./command-line/report-error.js');
  return reportError(error, argv, io);
}
