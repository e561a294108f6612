type Builtin = ((...args: never[]) => unknown) | Date | RegExp | AbortSignal | ReadonlyMap<unknown, unknown>;

/** A type whose objects and lists are readonly all the way down. */
export type DeepReadonly<T> = T extends Builtin
  ? T
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

/** Freezes plain objects and lists in place, all the way down; instances of classes are left alone. */
export function deepFreeze<T>(value: T): DeepReadonly<T> {
  if (isPlainContainer(value) && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value as DeepReadonly<T>;
}

function isPlainContainer(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Of whichever realm: an object that was cloned or came from a worker has another `Object.prototype`.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
