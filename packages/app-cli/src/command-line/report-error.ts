import { ErrorCode, LexichordError, isLexichordError } from '@lexichord/abstractions';
import { toTerminalText } from '@lexichord/platform/terminal-text';
import { screenValues } from '@lexichord/secrets/internal';
import { CommanderError } from 'commander';

import { describeSystemFailure } from '../../bin/last-words.js';
import type { CommandIo } from '../command-io.js';
import { ExitCode, exitCodeOf } from '../exit-code.js';
import { exitCodeOfInterruption } from '../interruption.js';
import { screenOfCommandLine } from '../output/command-line-secrets.js';
import { colorsFor } from '../output/text-layout.js';

/**
 * Prints an error and returns its exit code.
 *
 * @param argv the whole command line: if it cannot be parsed, `--json` is known only from here
 */
export async function reportError(error: unknown, argv: readonly string[], io: CommandIo): Promise<number> {
  const style = { json: hasFlag('--json', argv), debug: hasFlag('--debug', argv), argv };
  if (io.signal?.aborted === true) {
    printInterruption(io, style.json);
    return exitCodeOfInterruption(io.signal);
  }
  if (error instanceof CommanderError) {
    // For a group without a command, commander has already printed its help.
    if (error.code === 'commander.help' && !style.json) return ExitCode.usage;
    await printError(usageErrorOf(error), io, style);
    return ExitCode.usage;
  }
  await printError(error, io, style);
  return exitCodeOf(error);
}

function hasFlag(flag: string, argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end < 0 ? undefined : end).includes(flag);
}

function printInterruption(io: CommandIo, json: boolean): void {
  const message = 'Interrupted before completion.';
  io.stderr.write(
    json ? `${JSON.stringify({ error: { code: 'interrupted', message, details: {} } })}\n` : `${message}\n`,
  );
}

/** Commander's `error: unknown option '--x'\n(Did you mean --y?)` as one sentence with a suggestion. */
function usageErrorOf({ code, message }: CommanderError): LexichordError {
  if (code === 'commander.help') return usage('No command given. Run "lexichord --help" to see all commands.');
  const [problem = '', suggestion] = message.replace(/^error: /u, '').split('\n');
  const meant = suggestion?.match(/^\(Did you mean (?<what>.+)\?\)$/u)?.groups?.['what'];
  const help =
    code === 'commander.unknownCommand'
      ? 'Run "lexichord --help" to see all commands.'
      : 'Run it with --help to see its arguments and options.';
  const advice = meant === undefined ? help : `Did you mean ${meant}? ${help}`;
  return usage(`${toSentence(problem)} ${advice}`);
}

function toSentence(problem: string): string {
  const text = problem.replaceAll(/(?<![A-Za-z])'|'(?![A-Za-z])/gu, '"').replace(/\.$/u, '');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function usage(message: string): LexichordError {
  return new LexichordError(ErrorCode.invalidArgument, message);
}

/** Output options of an error. */
interface ErrorStyle {
  readonly json: boolean;
  readonly debug: boolean;
  /** The whole command line, whose secrets are not shown. */
  readonly argv: readonly string[];
}

/** An error as `--json` shows it. */
interface ErrorRecord {
  readonly code: string;
  readonly message: string;
  readonly details: object;
  readonly stack?: string;
}

/**
 * Prints an error to standard error: a sentence, or one line of JSON with `--json`, and the stack only with `--debug`.
 * Secrets are replaced, even where the error quotes the command line or a file.
 */
async function printError(error: unknown, io: CommandIo, { json, debug, argv }: ErrorStyle): Promise<void> {
  const stack = debug ? stackOf(error) : undefined;
  const record = { ...describeError(error), ...(stack === undefined ? {} : { stack }) };
  // Messages about missing memory or disk space are our own, and the scanner might fail to load.
  const isOwnText = stack === undefined && describeSystemFailure(error) !== undefined;
  const shown: ErrorRecord = isOwnText ? record : await screenFailure(record, argv);
  if (json) {
    io.stderr.write(`${JSON.stringify({ error: shown })}\n`);
    return;
  }
  const colors = colorsFor(io.stderr, io.environment);
  io.stderr.write(`${colors.red('error:')} ${toTerminalText(shown.message)}\n`);
  if (shown.stack !== undefined) io.stderr.write(`${colors.dim(toTerminalText(shown.stack))}\n`);
}

/** Code, message and details of a thrown value. */
function describeError(error: unknown): ErrorRecord {
  if (isLexichordError(error)) return { code: error.code, message: error.message, details: error.details };
  const failure = describeSystemFailure(error);
  if (failure !== undefined) return failure;
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: 'internal',
    message: `Internal error: ${message.replace(/\.$/u, '')}. Run the command again with --debug for details.`,
    details: {},
  };
}

/** The stack, followed by the stacks of its causes. */
function stackOf(error: unknown): string | undefined {
  const stacks: string[] = [];
  let current: unknown = error;
  while (current instanceof Error && stacks.length < 10) {
    stacks.push(current.stack ?? `${current.name}: ${current.message}`);
    current = current.cause;
  }
  return stacks.length === 0 ? undefined : stacks.join('\nCaused by: ');
}

/**
 * Replaces secrets in an error. The command line is scanned separately: a message may quote a secret in part or
 * escaped, and no rule would recognise it there.
 *
 * @param argv the whole command line
 */
async function screenFailure(error: ErrorRecord, argv: readonly string[]): Promise<ErrorRecord> {
  const { createSecretScanner } = await import('@lexichord/runtime/secret-scanner');
  const scanner = await createSecretScanner();
  const screen = await screenOfCommandLine(argv, scanner);
  const { value } = await screenValues(mapTexts(error, screen), { scanner });
  return value;
}

function mapTexts(error: ErrorRecord, map: (text: string) => string): ErrorRecord {
  const text = JSON.stringify(error, (_key, one: unknown) => (typeof one === 'string' ? map(one) : one));
  return JSON.parse(text) as ErrorRecord;
}
