import type { PropertyValue } from '@lexichord/abstractions';

/** Whether a value can be written as JSON. Does not recurse: the value may come from an untrusted file. */
export function isPropertyValue(value: unknown): value is PropertyValue {
  const seen = new Set<object>();
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'number' ? !Number.isFinite(next) : !isJsonType(next)) return false;
    if (typeof next !== 'object' || next === null) continue;
    // A repetition is a cycle or an alias; values that grow with every alias are rejected, too.
    if (seen.has(next)) return false;
    seen.add(next);
    for (const member of Object.values(next) as readonly unknown[]) pending.push(member);
  }
  return true;
}

function isJsonType(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || Array.isArray(value)) return true;
  if (typeof value !== 'object') return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** Whether two values are equal, regardless of the order of keys. */
export function isSameValue(first: PropertyValue, second: PropertyValue): boolean {
  const pending: [PropertyValue, PropertyValue][] = [[first, second]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [a, b] = pair;
    if (a === b) continue;
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    const names = Object.keys(a);
    if (names.length !== Object.keys(b).length) return false;
    for (const name of names) {
      if (!Object.hasOwn(b, name)) return false;
      pending.push([memberOf(a, name), memberOf(b, name)]);
    }
  }
  return true;
}

function memberOf(value: object, name: string): PropertyValue {
  return (value as Readonly<Record<string, PropertyValue>>)[name] ?? null;
}
