import { type OptionProblem, type OptionSchema, schemaAt } from '@lexichord/platform/internal';
import type { ConfigurationLayer } from './configuration-layer.js';
import type { EnvironmentVariables } from './configuration-paths.js';
import { reservedKeys } from './plain-value.js';

/**
 * Prefix of variables. `LEXICHORD__CONTEXT__BUDGET__TOTAL` is `context.budget.total`: two underscores separate keys.
 */
export const environmentPrefix = 'LEXICHORD__';

/**
 * Reads the values of environment variables. A text is converted to the schema's type; if that fails, it is kept, and
 * the schema check reports it. Commas separate list entries. An empty variable counts as not set.
 *
 * @param schema called only if there are variables
 */
export function environmentLayer(
  environment: EnvironmentVariables,
  schema: () => OptionSchema,
): ConfigurationLayer | undefined {
  const value: Record<string, unknown> = {};
  const problems: OptionProblem[] = [];
  const names = Object.keys(environment)
    .filter((name) => name.startsWith(environmentPrefix) && environment[name] !== '')
    .sort();
  for (const name of names) {
    const path = name.slice(environmentPrefix.length).toLowerCase().split('__');
    const target = schemaAt(schema(), path);
    if (path.some((key) => key === '' || reservedKeys.has(key))) {
      problems.push(variableProblem(path, `${name} does not name a key`));
    } else if (target?.type === 'object') {
      problems.push(variableProblem(path, `${name} names a mapping of keys; append the key after two underscores`));
    } else {
      setAtPath(value, path, toSchemaValue(environment[name] ?? '', target));
    }
  }
  if (names.length === 0) return undefined;
  const locate = (path: readonly PropertyKey[]): string => {
    const keys = path.filter((step) => typeof step === 'string');
    return `environment variable ${environmentPrefix}${keys.join('__').toUpperCase()}`;
  };
  return { origin: 'environment', value, label: 'the environment', locate, problems };
}

function toSchemaValue(text: string, schema: OptionSchema | undefined): unknown {
  const trimmed = text.trim();
  if (schema?.type === 'array') return trimmed.split(',').map((entry) => toSchemaValue(entry.trim(), schema.items));
  if (schema?.type === 'boolean') return toBoolean(trimmed.toLowerCase()) ?? text;
  const isNumeric = schema?.type === 'integer' || schema?.type === 'number';
  return isNumeric && trimmed !== '' && Number.isFinite(Number(trimmed)) ? Number(trimmed) : text;
}

function toBoolean(text: string): boolean | undefined {
  if (text === 'true') return true;
  return text === 'false' ? false : undefined;
}

/**
 * Sets a value. Variables are sorted, so a key below a value comes after it and is ignored; the schema check reports
 * the value.
 */
function setAtPath(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [key = '', ...rest] = path;
  if (rest.length === 0) {
    target[key] = value;
    return;
  }
  const below = target[key];
  if (below !== undefined && (typeof below !== 'object' || Array.isArray(below))) return;
  const inner = (below ?? {}) as Record<string, unknown>;
  target[key] = inner;
  setAtPath(inner, rest, value);
}

function variableProblem(path: readonly string[], message: string): OptionProblem {
  return { path, kind: 'unknown-key', message };
}
