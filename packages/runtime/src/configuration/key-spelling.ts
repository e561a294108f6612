import { z } from 'zod';

import { isPlainMapping } from './plain-value.js';

/**
 * Converts the schema of options to that of a configuration file, with every key in snake_case. The user's own names,
 * such as those of agents, stay unchanged. Checks of several keys are kept; they report their issues at the mapping.
 */
export function snakeCaseSchema(schema: z.ZodType): z.ZodType {
  const spelled = respell(schema);
  const meta = schema.meta();
  return spelled === schema || meta === undefined ? spelled : spelled.meta(meta);
}

/**
 * Converts options to the keys of the configuration file: `maxSources` to `max_sources`. An unknown key stays
 * unchanged.
 */
export function snakeCaseKeys(schema: z.ZodType, options: unknown): unknown {
  return renameKeys(schema, options, (key) => ({ from: key, to: snakeCase(key) }));
}

/** Converts values of a configuration file to the keys of the options. An unknown key stays unchanged. */
export function camelCaseKeys(schema: z.ZodType, section: unknown): unknown {
  return renameKeys(schema, section, (key) => ({ from: snakeCase(key), to: key }));
}

function snakeCase(key: string): string {
  return key.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}

function respell(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional) return snakeCaseSchema(innerOf(schema)).optional();
  if (schema instanceof z.ZodPrefault) {
    return snakeCaseSchema(innerOf(schema)).prefault(snakeCaseKeys(schema, schema.def.defaultValue));
  }
  if (schema instanceof z.ZodDefault) {
    const inner = innerOf(schema);
    const spelled = snakeCaseSchema(inner);
    return spelled === inner ? schema : spelled.default(snakeCaseKeys(inner, schema.def.defaultValue));
  }
  if (schema instanceof z.ZodRecord) {
    return z.record(schema.keyType as z.ZodString, snakeCaseSchema(schema.valueType as z.ZodType));
  }
  return schema instanceof z.ZodObject ? respellObject(schema) : schema;
}

function respellObject(schema: z.ZodObject): z.ZodType {
  const shape = Object.entries(schema.shape).map(([key, value]) => [
    snakeCase(key),
    snakeCaseSchema(value as z.ZodType),
  ]);
  const { catchall, checks = [] } = schema.def;
  const object = z.object(Object.fromEntries(shape) as z.ZodRawShape);
  const spelled = catchall === undefined ? object : object.catchall(catchall as z.ZodType);
  if (checks.length === 0) return spelled;
  return spelled.check(({ value, issues }) => {
    const { error } = schema.safeParse(camelCaseKeys(schema, value), { jitless: true });
    for (const { code, message, path } of error?.issues ?? []) {
      if (code === 'custom' && path.length === 0) issues.push({ code, message, input: value });
    }
  });
}

/** @param namesOf returns the former and the new name of a key of the schema */
function renameKeys(
  schema: z.ZodType,
  value: unknown,
  namesOf: (key: string) => { readonly from: string; readonly to: string },
): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodPrefault || schema instanceof z.ZodDefault) {
    return renameKeys(innerOf(schema), value, namesOf);
  }
  if (!isPlainMapping(value)) return value;
  if (schema instanceof z.ZodRecord) {
    const valueType = schema.valueType as z.ZodType;
    const entries = Object.entries(value).map(([name, inner]) => [name, renameKeys(valueType, inner, namesOf)]);
    return Object.fromEntries(entries);
  }
  if (!(schema instanceof z.ZodObject)) return value;
  const names = Object.entries(schema.shape).map(([key, inner]) => ({ ...namesOf(key), inner: inner as z.ZodType }));
  const present = names.filter(({ from }) => Object.hasOwn(value, from));
  const others = Object.entries(value).filter(([key]) => !present.some(({ from }) => from === key));
  const renamed = present.map(({ from, to, inner }) => [to, renameKeys(inner, value[from], namesOf)] as const);
  return Object.fromEntries([...renamed, ...others]);
}

function innerOf(schema: z.ZodOptional | z.ZodPrefault | z.ZodDefault): z.ZodType {
  return schema.unwrap() as z.ZodType;
}
