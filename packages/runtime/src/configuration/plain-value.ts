/** A mapping that came out of a file, the environment or flags. */
export type PlainMapping = Readonly<Record<string, unknown>>;

/** Whether a value is a mapping of keys to values, as opposed to a list, a scalar or an instance of a class. */
export function isPlainMapping(value: unknown): value is PlainMapping {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Names that every object inherits. As keys they are unknown, even where the schema allows free names. */
export const reservedKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** One value of a mapping and the keys that lead to it. A list is one value, and so is a mapping without keys. */
export interface Leaf {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Every value that is set, in the order of the mapping. A key without a value is not set. */
export function leavesOf(value: unknown, path: readonly string[] = []): readonly Leaf[] {
  if (value === undefined) return [];
  if (!isPlainMapping(value)) return [{ path, value }];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

/** The value at a path, by own keys alone. */
export function valueAtPath(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (isPlainMapping(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
    value,
  );
}
