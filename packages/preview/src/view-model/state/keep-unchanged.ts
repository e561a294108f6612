import { isRecord } from '../is-record.js';

/** Members that identify an item of a list. */
const identities = ['correlationId', 'sourceId', 'segmentId', 'agentId'] as const;

/**
 * `after`, with equal parts replaced by those of `before`, so that parts can be compared by identity. Plain JSON data
 * only. Items of lists are matched by their id, else by their index.
 */
export function keepUnchanged<Value>(before: unknown, after: Value): Value {
  if (Object.is(before, after)) return after;
  if (Array.isArray(after)) return keepItems(before, after) as Value;
  if (!isRecord(before) || !isRecord(after)) return after;
  const names = Object.keys(after);
  let isSame = Object.keys(before).length === names.length;
  const kept: Record<string, unknown> = {};
  for (const name of names) {
    const former = Object.hasOwn(before, name) ? before[name] : undefined;
    const value = keepUnchanged(former, after[name]);
    // Not an assignment: a file decides on the names of metadata, and "__proto__" is one.
    Object.defineProperty(kept, name, { value, enumerable: true, writable: true, configurable: true });
    isSame &&= Object.is(former, value) && Object.hasOwn(before, name);
  }
  return (isSame ? before : kept) as Value;
}

function keepItems(before: unknown, after: readonly unknown[]): readonly unknown[] {
  if (!Array.isArray(before)) return after;
  const former: readonly unknown[] = before;
  const byId = new Map(former.map((item) => [identityOf(item), item]));
  byId.delete(undefined);
  const kept = after.map((item, index) => keepUnchanged(byId.get(identityOf(item)) ?? former[index], item));
  return former.length === kept.length && kept.every((item, index) => Object.is(item, former[index])) ? former : kept;
}

function identityOf(item: unknown): string | undefined {
  if (!isRecord(item)) return undefined;
  const id = identities.map((name) => item[name]).find((value) => value !== undefined);
  return typeof id === 'string' ? id : undefined;
}

/**
 * Memoises the last call: recomputes only when a member of the argument changes by identity.
 */
export function rememberLast<Given extends object, Result>(
  compute: (given: Given) => Result,
): (given: Given) => Result {
  let last: { readonly given: Given; readonly result: Result } | undefined;
  return (given) => {
    if (last !== undefined && hasSameMembers(last.given, given)) return last.result;
    const result = compute(given);
    last = { given, result };
    return result;
  };
}

function hasSameMembers(before: object, after: object): boolean {
  const former = new Map<string, unknown>(Object.entries(before));
  const members = Object.entries(after);
  return former.size === members.length && members.every(([name, value]) => Object.is(former.get(name), value));
}
