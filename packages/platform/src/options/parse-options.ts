import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import type { z } from 'zod';

import { type DeepReadonly, deepFreeze } from './deep-freeze.js';
import { type OptionProblem, describeIssues, formatKey, readOnce } from './option-problems.js';

/**
 * Checks options against their zod schema and fills in defaults.
 *
 * @param what names the options in the error, such as `packer options`
 * @returns the parsed options, frozen all the way down
 * @throws {LexichordError} `invalid-configuration` listing every problem: key, value and allowed values
 */
export function parseOptions<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  what: string,
): DeepReadonly<z.output<Schema>> {
  const { data, error } = readOnce(schema, input);
  if (error !== undefined) throw invalidOptionsError(what, describeIssues(schema, input, error));
  return deepFreeze(data);
}

/** The error for options with at least one problem. */
export function invalidOptionsError(what: string, problems: readonly OptionProblem[]): LexichordError {
  const messages = problems.map(({ message }) => message.replace(/([^.?!])$/, '$1.'));
  const list = messages.length === 1 ? ` ${messages[0] ?? ''}` : messages.map((message) => `\n- ${message}`).join('');
  return new LexichordError(ErrorCode.invalidConfiguration, `Invalid ${what}:${list}`, {
    details: { problems: problems.map(({ path, message }) => ({ key: formatKey(path), message })) },
  });
}
