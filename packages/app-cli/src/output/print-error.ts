import { isLexichordError } from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';
import { describeSystemFailure } from '../../bin/last-words.js';
import { colorsFor } from './colors.js';
import { screenFailure } from './screen-failure.js';
import { toTerminalText } from './terminal-text.js';

/** How an error is shown. */
export interface ErrorStyle {
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
 * Tells what went wrong on standard error: a sentence for people, one line of JSON with `--json`, and the stack behind
 * it with `--debug` alone. Whatever the error repeats of the command line, of files or of names, no secret is in it.
 */
export async function printError(error: unknown, io: CommandIo, { json, debug, argv }: ErrorStyle): Promise<void> {
  const stack = debug ? stackOf(error) : undefined;
  const told = { ...describeError(error), ...(stack === undefined ? {} : { stack }) };
  // What the system lacks is told by sentences of our own, also where there is nothing left to load the scanner with.
  const isOwnText = stack === undefined && describeSystemFailure(error) !== undefined;
  const shown: ErrorRecord = isOwnText ? told : await screenFailure<ErrorRecord>(told, argv);
  if (json) {
    io.stderr.write(`${JSON.stringify({ error: shown })}\n`);
    return;
  }
  const colors = colorsFor(io.stderr, io.environment);
  io.stderr.write(`${colors.red('error:')} ${toTerminalText(shown.message)}\n`);
  if (shown.stack !== undefined) io.stderr.write(`${colors.dim(toTerminalText(shown.stack))}\n`);
}

/** Code, message and details of whatever was thrown. */
function describeError(error: unknown): ErrorRecord {
  if (isLexichordError(error)) return { code: error.code, message: error.message, details: error.details };
  const failure = describeSystemFailure(error);
  if (failure !== undefined) return failure;
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: 'internal',
    message: `Something went wrong inside Lexichord: ${message.replace(/\.$/u, '')}. Run it again with --debug to see where.`,
    details: {},
  };
}

/** The stack with the stacks of what led to it. */
function stackOf(error: unknown): string | undefined {
  const stacks: string[] = [];
  let current: unknown = error;
  while (current instanceof Error && stacks.length < 10) {
    stacks.push(current.stack ?? `${current.name}: ${current.message}`);
    current = current.cause;
  }
  return stacks.length === 0 ? undefined : stacks.join('\nCaused by: ');
}
