/** A mapping from a file, the environment or flags. */
export type PlainMapping = Readonly<Record<string, unknown>>;

/** Whether a value is a mapping of keys to values, as opposed to a list, a scalar or an instance of a class. */
export function isPlainMapping(value: unknown): value is PlainMapping {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Names that every object inherits. They count as unknown keys, even if the schema allows free names. */
export const reservedKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** A value of a mapping, with its path of keys. */
export interface Leaf {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** All values of a mapping, in order; a list is a single value. Keys without a value count as not set. */
export function leavesOf(value: unknown, path: readonly string[] = []): readonly Leaf[] {
  if (value === undefined) return [];
  if (!isPlainMapping(value)) return [{ path, value }];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

/** The value at a path; inherited keys do not count. */
export function valueAtPath(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (isPlainMapping(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
    value,
  );
}
