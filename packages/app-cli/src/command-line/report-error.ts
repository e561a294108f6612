import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import { CommanderError } from 'commander';

import type { CommandIo } from '../command-io.js';
import { ExitCode, exitCodeOf } from '../exit-code.js';
import { exitCodeOfInterruption } from '../interruption.js';
import { printError } from '../output/print-error.js';

/**
 * Tells what went wrong and gives the exit code for it.
 *
 * @param argv the whole command line, because one that cannot be understood says nowhere else that it wants JSON
 */
export async function reportError(error: unknown, argv: readonly string[], io: CommandIo): Promise<number> {
  const style = { json: asksFor('--json', argv), debug: asksFor('--debug', argv), argv };
  if (io.signal?.aborted === true) {
    printInterruption(io, style.json);
    return exitCodeOfInterruption(io.signal);
  }
  if (error instanceof CommanderError) {
    // A group without a command: commander has printed its help already.
    if (error.code === 'commander.help' && !style.json) return ExitCode.usage;
    await printError(usageErrorOf(error), io, style);
    return ExitCode.usage;
  }
  await printError(error, io, style);
  return exitCodeOf(error);
}

function asksFor(flag: string, argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end < 0 ? undefined : end).includes(flag);
}

function printInterruption(io: CommandIo, json: boolean): void {
  const message = 'Interrupted before it was done.';
  io.stderr.write(
    json ? `${JSON.stringify({ error: { code: 'interrupted', message, details: {} } })}\n` : `${message}\n`,
  );
}

/** Commander's `error: unknown option '--x'\n(Did you mean --y?)` as one sentence with a suggestion. */
function usageErrorOf({ code, message }: CommanderError): LexichordError {
  if (code === 'commander.help') return usage('No command was given. Run "lexichord --help" to see them.');
  const [problem = '', suggestion] = message.replace(/^error: /u, '').split('\n');
  const meant = suggestion?.match(/^\(Did you mean (?<what>.+)\?\)$/u)?.groups?.['what'];
  const advice = meant === undefined ? 'Run it with --help to see what it takes.' : `Did you mean ${meant}?`;
  return usage(`${toSentence(problem)} ${advice}`);
}

function toSentence(problem: string): string {
  const text = problem.replaceAll(/(?<![A-Za-z])'|'(?![A-Za-z])/gu, '"').replace(/\.$/u, '');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function usage(message: string): LexichordError {
  return new LexichordError(ErrorCode.invalidArgument, message);
}
