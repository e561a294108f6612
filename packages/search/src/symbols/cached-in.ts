/** The cached value of a key, which may be `undefined`; computed once. */
export function cachedIn<Key, Value>(cache: Map<Key, Value>, key: Key, find: () => Value): Value {
  if (cache.has(key)) return cache.get(key) as Value;
  const value = find();
  cache.set(key, value);
  return value;
}

/** A cache for each file, by number, made when it is first needed. */
export class FileCaches<Value> {
  private readonly caches: (Map<string, Value> | undefined)[] = [];

  of(file: number): Map<string, Value> {
    return (this.caches[file] ??= new Map<string, Value>());
  }
}
