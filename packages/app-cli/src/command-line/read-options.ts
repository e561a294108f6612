import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import type { Invocation } from './command-definition.js';

/** The text of an option, if it was given. */
export function textOption({ options }: Invocation, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** Whether a flag was given. */
export function flagOption({ options }: Invocation, name: string): boolean {
  return options[name] === true;
}

/** A required argument; commander has checked its presence. */
export function requiredArgument(invocation: Invocation, index: number): string {
  return optionalArgument(invocation, index) ?? '';
}

/** An argument that may be absent. */
export function optionalArgument({ arguments: given }: Invocation, index: number): string | undefined {
  const value = given[index];
  return typeof value === 'string' ? value : undefined;
}

/** The values of a variadic argument. */
export function listArgument({ arguments: given }: Invocation, index: number): readonly string[] {
  const value = given[index];
  return typeof value === 'string' ? [value] : (value ?? []);
}

/** The words of a variadic argument as one text, so that quotes are optional. */
export function wordsArgument(invocation: Invocation, index: number): string {
  return listArgument(invocation, index).join(' ');
}

/** A comma outside of braces: no brace is closed after it before another is opened. */
const separatingComma = /,(?![^{}]*\})/u;

/**
 * The values of a list that is repeated or comma-separated, each once, in the order given. Commas in braces belong to a
 * pattern, such as `src/*.{ts,tsx}`.
 *
 * @throws {LexichordError} `invalid-argument` when the option has no value
 */
export function listOption({ options }: Invocation, name: string, flag: string): readonly string[] {
  const value = options[name];
  if (value === undefined || typeof value === 'boolean') return [];
  const given = typeof value === 'string' ? [value] : value;
  const entries = given.flatMap((entry) => entry.split(separatingComma)).map((entry) => entry.trim());
  const filled = [...new Set(entries.filter((entry) => entry !== ''))];
  if (filled.length > 0) return filled;
  throw usageError(`${flag} is empty. Give one or more ids, separated by commas.`, { option: flag });
}

/**
 * A count of tokens.
 *
 * @throws {LexichordError} `invalid-argument` for anything but a whole number from 1
 */
export function tokensOption(invocation: Invocation, name: string, flag: string): number | undefined {
  return tokensFrom(1, textOption(invocation, name), flag);
}

/**
 * A count of tokens that may be 0.
 *
 * @throws {LexichordError} `invalid-argument` for anything but a whole number from 0
 */
export function tokensOrNoneOption(invocation: Invocation, name: string, flag: string): number | undefined {
  return tokensFrom(0, textOption(invocation, name), flag);
}

function tokensFrom(min: number, text: string | undefined, flag: string): number | undefined {
  if (text === undefined) return undefined;
  const tokens = /^\d{1,15}$/u.test(text) ? Number(text) : -1;
  if (tokens >= min) return tokens;
  const message = `${flag} is ${JSON.stringify(text)}; it must be a whole number of tokens from ${min}, such as 8000.`;
  throw usageError(message, { option: flag, value: text });
}

/**
 * A count.
 *
 * @throws {LexichordError} `invalid-argument` for anything but a whole number from 1 to `max`
 */
export function countOption(
  invocation: Invocation,
  name: string,
  { flag, min = 1, max }: { readonly flag: string; readonly min?: 0 | 1; readonly max: number },
): number | undefined {
  const text = textOption(invocation, name);
  if (text === undefined) return undefined;
  const count = /^\d{1,9}$/u.test(text) ? Number(text) : -1;
  if (count >= min && count <= max) return count;
  throw usageError(`${flag} is ${JSON.stringify(text)}; it must be a whole number from ${min} to ${max}.`, {
    option: flag,
    value: text,
  });
}

/** An error in the user's command line. */
export function usageError(message: string, details: Readonly<Record<string, string>> = {}): LexichordError {
  return new LexichordError(ErrorCode.invalidArgument, message, { details });
}
