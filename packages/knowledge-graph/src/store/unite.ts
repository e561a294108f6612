import type { FactSource, Properties } from '@lexichord/abstractions';
import { compareText } from '@lexichord/platform/internal';

/** All aliases in their order, without repetition and without the name itself. */
export function uniteAliases(name: string, lists: readonly (readonly string[])[]): readonly string[] {
  const all = new Set(lists.flat());
  all.delete(name);
  return [...all];
}

/** All properties; of one that several have, the first. */
export function uniteProperties(all: readonly Properties[]): Properties {
  const [only] = all;
  if (only !== undefined && all.length === 1) return only;
  const united = new Map<string, Properties[string]>();
  for (const properties of all) {
    for (const [name, value] of Object.entries(properties)) if (!united.has(name)) united.set(name, value);
  }
  return Object.fromEntries(united);
}

/** All places without repetition, by path and line. */
export function uniteSources(lists: readonly (readonly FactSource[])[]): readonly FactSource[] {
  const all = new Map<string, FactSource>();
  for (const source of lists.flat()) {
    all.set(`${source.startLine}:${source.endLine}:${source.documentPath}`, source);
  }
  return [...all.values()].sort(compareSources);
}

function compareSources(a: FactSource, b: FactSource): number {
  return compareText(a.documentPath, b.documentPath) || a.startLine - b.startLine || a.endLine - b.endLine;
}
