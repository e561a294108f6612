/**
 * The same function, computing again only when a member of what it is given is another value. Its result keeps its
 * identity until then.
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
