import {
  type ConfigurationOrigin,
  type LoadedConfiguration,
  configurationJsonSchema,
  configurationRows,
  settingsOf,
} from '@lexichord/runtime/internal';
import { isRecord } from '@lexichord/platform/internal';

/** An effective setting. */
export interface Setting {
  /** Dotted. */
  readonly key: string;
  /** Absent when it is not set, and for a secret. */
  readonly value?: unknown;
  readonly origin: ConfigurationOrigin | 'not set' | 'calculated';
  /** True for a value that is never shown. */
  readonly isSecret?: boolean | undefined;
  /** Formula of a calculated value. */
  readonly formula?: string | undefined;
}

/**
 * Every setting in the order of the schema, set or not, and the context budget that results from the budget settings
 * (T-016, troubleshooting 8).
 */
export async function listSettings(configuration: LoadedConfiguration): Promise<readonly Setting[]> {
  const [rows, schema] = await Promise.all([configurationRows(), configurationJsonSchema()]);
  const leaves = new Map(leavesOf(settingsOf(configuration.values), []));
  const secrets = rows.filter(({ key }) => isSecretKey(schema, key.split('.'))).map(({ key }) => patternOf(key));
  const settings = rows.flatMap(({ key }) => {
    if (leaves.has(key)) return [key];
    const isFree = key.includes('<');
    return isFree ? [...leaves.keys()].filter((leaf) => patternOf(key).test(leaf)) : [key];
  });
  return [...new Set(settings)].flatMap((key) => {
    const origin = configuration.origins.get(key) ?? 'not set';
    const isSecret = origin !== 'default' && secrets.some((pattern) => pattern.test(key));
    const setting: Setting = { key, origin, ...(isSecret ? { isSecret } : { value: leaves.get(key) }) };
    return key === 'context.budget.system_reserve' ? [setting, contextBudget(configuration)] : [setting];
  });
}

function contextBudget({ values }: LoadedConfiguration): Setting {
  const { total, responseReserve: response, systemReserve: system } = values.context.budget;
  return {
    key: 'context.budget.context_budget',
    value: total - response - system,
    origin: 'calculated',
    formula: `${total} - ${response} - ${system}`,
  };
}

/** Values by dotted key. A list is one value; an empty mapping gives none. */
function leavesOf(value: unknown, path: readonly string[]): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return value === undefined ? [] : [[path.join('.'), value]];
  }
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]));
}

/** `context.agents.<agent>.strategies` for every agent. */
function patternOf(key: string): RegExp {
  const parts = key.split(/<[^>]*>/u).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`));
  return new RegExp(`^${parts.join('.+')}$`, 'u');
}

/** Whether a setting of the schema, or a section that it is in, is secret. @param path with `<name>` for names of users */
function isSecretKey(schema: unknown, path: readonly string[]): boolean {
  let node = schema;
  for (const name of path) {
    node = innerOf(node, name);
    if (isRecord(node) && node['secret'] === true) return true;
  }
  return false;
}

function innerOf(node: unknown, name: string): unknown {
  if (!isRecord(node)) return undefined;
  const { properties, additionalProperties } = node;
  return isRecord(properties) && Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
}
