/** The part of a JSON Schema that Lexichord reads; zod makes it of an options schema, with the fields of `.meta()`. */
export interface OptionSchema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly properties?: Readonly<Record<string, OptionSchema>>;
  readonly additionalProperties?: OptionSchema | boolean;
  readonly items?: OptionSchema;
  /** From `.meta()`: the allowed values, where the type does not describe them well. */
  readonly allowed?: string;
  /** From `.meta()`: what the free names of a mapping are, such as `language`. */
  readonly keyName?: string;
  /** From `.meta()`: the value is shown nowhere. */
  readonly secret?: boolean;
}

/** The part of a schema that a path leads to; `undefined` where the path leaves the schema. */
export function schemaAt(root: OptionSchema, path: readonly PropertyKey[]): OptionSchema | undefined {
  return path.reduce<OptionSchema | undefined>((schema, step) => {
    if (schema === undefined) return undefined;
    if (schema.items !== undefined) return schema.items;
    const properties = schema.properties ?? {};
    if (Object.hasOwn(properties, step)) return properties[String(step)];
    return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
  }, root);
}

/** The allowed values, in words that fit behind "expected": `an integer from 1 to 5`. */
export function describeAllowed(schema: OptionSchema): string {
  if (schema.allowed !== undefined) return schema.allowed;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`;
  switch (schema.type) {
    case 'integer':
      return `an integer${describeRange(schema)}`;
    case 'number':
      return `a number${describeRange(schema)}`;
    case 'boolean':
      return 'true or false';
    case 'string':
      return schema.minLength === undefined ? 'a text' : 'a non-empty text';
    case 'array':
      return schema.items === undefined ? 'a list' : `a list, each ${describeAllowed(schema.items)}`;
    case 'object':
      return 'a mapping of keys to values';
    default:
      return 'another value';
  }
}

function describeRange({ minimum, maximum, exclusiveMinimum }: OptionSchema): string {
  // zod bounds an integer by the range of a number, which is no use to a reader.
  const from = minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? undefined : minimum;
  const to = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (exclusiveMinimum !== undefined) return ` above ${exclusiveMinimum}${to === undefined ? '' : `, at most ${to}`}`;
  if (from !== undefined && to !== undefined) return ` from ${from} to ${to}`;
  if (from !== undefined) return ` of at least ${from}`;
  return to === undefined ? '' : ` of at most ${to}`;
}
