import type { z } from 'zod';

import { toLogText } from '../logging/log-text.js';
import { findClosestName } from './closest-name.js';
import { type OptionSchema, describeAllowed, schemaAt } from './option-schema.js';

const maxShownChars = 60;

/** A problem of options. */
export interface OptionProblem {
  readonly path: readonly PropertyKey[];
  /** `unknown-key`: no such key; `value`: a bad value; `relation`: values that are good alone and not together. */
  readonly kind: 'unknown-key' | 'value' | 'relation';
  /** A sentence without its full stop that begins with the key: `budget.total is -1; expected …`. */
  readonly message: string;
}

/** Checks without compiling the schema first, which pays off from some dozens of values on; options are read once. */
export function readOnce<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  return schema.safeParse(input, { jitless: true });
}

/** All problems of `input`, in the order of the schema. Empty when it is valid. */
export function findOptionProblems(schema: z.ZodType, input: unknown): readonly OptionProblem[] {
  const { error } = readOnce(schema, input);
  return error === undefined ? [] : describeIssues(schema, input, error);
}

/** The problems that a failed parse of `input` found. */
export function describeIssues(schema: z.ZodType, input: unknown, error: z.ZodError): readonly OptionProblem[] {
  const root = schema.toJSONSchema({ io: 'input', unrepresentable: 'any' }) as OptionSchema;
  const problems = error.issues.flatMap((issue) => describeIssue(issue, root, input));
  // A value can break several checks; the allowed values cover them all.
  return [...new Map(problems.map((problem) => [problem.message, problem])).values()];
}

/** A path as people write it: `context.budget.total`, `deny[2]`. Empty for the root. */
export function formatKey(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${toLogText(String(step), maxShownChars)}`))
    .join('')
    .replace(/^\./, '');
}

/** The problem of a key that does not exist, with the key that was probably meant. */
export function unknownKeyProblem(root: OptionSchema, path: readonly PropertyKey[]): OptionProblem {
  const keys = Object.keys(schemaAt(root, path.slice(0, -1))?.properties ?? {});
  const meant = findClosestName(String(path.at(-1)), keys);
  const hint = meant === undefined ? validKeysHint(keys) : `; did you mean "${meant}"?`;
  return { path, kind: 'unknown-key', message: `${formatKey(path)} is not a known key${hint}` };
}

function describeIssue(issue: z.core.$ZodIssue, root: OptionSchema, input: unknown): OptionProblem[] {
  const { path } = issue;
  const key = formatKey(path) || 'the whole';
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((name) => unknownKeyProblem(root, [...path, name]));
    case 'custom':
      return [{ path, kind: 'relation', message: `${key}: ${issue.message}` }];
    case 'invalid_key':
      return [{ path, kind: 'unknown-key', message: `${key} is not a valid name; ${issue.issues[0]?.message ?? ''}` }];
    default: {
      const schema = schemaAt(root, path) ?? {};
      const value = valueAt(input, path);
      const state = value === undefined ? 'is missing' : `is ${showValue(value, schema.secret === true)}`;
      return [{ path, kind: 'value', message: `${key} ${state}; expected ${describeAllowed(schema)}` }];
    }
  }
}

function validKeysHint(keys: readonly string[]): string {
  return keys.length === 0 ? '' : `; known here: ${keys.join(', ')}`;
}

function showValue(value: unknown, secret: boolean): string {
  if (secret) return 'set to something else';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return `"${toLogText(value, maxShownChars)}"`;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : `of type ${typeof value}`;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? (value as Record<PropertyKey, unknown>)[step]
        : undefined,
    input,
  );
}
