import { type OptionSchema, describeAllowed } from '@lexichord/platform/internal';
import { workspaceConfigurationPath } from './configuration-paths.js';

/** One key of the configuration, for people. */
export interface ConfigurationRow {
  /** Dotted; free names are written as `<language>`. */
  readonly key: string;
  /** In the file's syntax; `undefined` when the key is not set by default. */
  readonly defaultValue: string | undefined;
  /** `an integer from 1 to 5`. */
  readonly allowed: string;
  readonly meaning: string;
}

/** Every key that has a value, in the order of the schema. */
export async function configurationRows(): Promise<readonly ConfigurationRow[]> {
  return rowsOf(await readConfigurationSchema(), []);
}

/** For editors: the JSON Schema (2020-12) of the configuration file. */
export async function configurationJsonSchema(): Promise<Readonly<Record<string, unknown>>> {
  const { configurationSchema } = await import('./configuration-schema.js');
  const schema = configurationSchema.toJSONSchema({ io: 'input' });
  return { ...schema, title: `Lexichord: ${workspaceConfigurationPath}` };
}

/** The schema as Lexichord itself reads it. */
export async function readConfigurationSchema(): Promise<OptionSchema> {
  return await configurationJsonSchema();
}

/** Keys below a mapping, free names last. */
export function childrenOf(schema: OptionSchema): readonly (readonly [string, OptionSchema])[] {
  const free = schema.additionalProperties;
  return [
    ...Object.entries(schema.properties ?? {}),
    ...(typeof free === 'object' ? [[`<${schema.keyName ?? 'name'}>`, free] as const] : []),
  ];
}

/** One key's row. */
export function rowOf(schema: OptionSchema, path: readonly string[]): ConfigurationRow {
  return {
    key: path.join('.'),
    defaultValue: schema.default === undefined ? undefined : formatDefault(schema.default),
    allowed: describeAllowed(schema),
    meaning: schema.description ?? '',
  };
}

function rowsOf(schema: OptionSchema, path: readonly string[]): readonly ConfigurationRow[] {
  if (schema.type !== 'object') return [rowOf(schema, path)];
  return childrenOf(schema).flatMap(([name, child]) =>
    // A mapping's own meaning is that of its free names, unless they have keys of their own.
    rowsOf({ ...(child.description === undefined ? inherited(schema) : {}), ...child }, [...path, name]),
  );
}

function inherited({ description }: OptionSchema): OptionSchema {
  return description === undefined ? {} : { description };
}

/** Plain words are written without quotes, as people write them in YAML. */
function formatDefault(value: unknown): string {
  return typeof value === 'string' && /^[a-z][a-z0-9_]*$/.test(value) && !['true', 'false', 'null'].includes(value)
    ? value
    : JSON.stringify(value);
}
