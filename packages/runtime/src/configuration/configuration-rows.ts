import { workspaceConfigurationPath } from '@lexichord/abstractions';
import { type OptionSchema, describeAllowed } from '@lexichord/platform/internal';

/** Description of a configuration key. */
export interface ConfigurationRow {
  /** Dotted key; free names are written as `<language>`. */
  readonly key: string;
  /** Default in the file's syntax; `undefined` if the key is not set by default. */
  readonly defaultValue: string | undefined;
  /** Allowed values, such as `an integer from 1 to 5`. */
  readonly allowed: string;
  readonly meaning: string;
}

/** All keys with values, in the order of the schema. */
export async function configurationRows(): Promise<readonly ConfigurationRow[]> {
  return rowsOf(await readConfigurationSchema(), []);
}

/** JSON Schema (2020-12) of the configuration file, for editors. */
export async function configurationJsonSchema(): Promise<Readonly<Record<string, unknown>>> {
  const { configurationSchema } = await import('./configuration-schema.js');
  const schema = configurationSchema.toJSONSchema({ io: 'input' });
  return { ...schema, title: `Lexichord: ${workspaceConfigurationPath}` };
}

/** The schema of the configuration file, for use in Lexichord. */
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

/** The row of a key. */
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
    // The description of a mapping applies to its children without their own description.
    rowsOf({ ...(child.description === undefined ? inherited(schema) : {}), ...child }, [...path, name]),
  );
}

function inherited({ description }: OptionSchema): OptionSchema {
  return description === undefined ? {} : { description };
}

/** Formats a default; plain words without quotes, as in usual YAML. */
function formatDefault(value: unknown): string {
  return typeof value === 'string' && /^[a-z][a-z0-9_]*$/.test(value) && !['true', 'false', 'null'].includes(value)
    ? value
    : JSON.stringify(value);
}
