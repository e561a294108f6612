import type { KnowledgeFile } from '@lexichord/abstractions';

import type { ReadingContext } from '../document-reading.js';

/** Reads the name of a package out of its manifest. */
export type NameReader = (text: string, file: KnowledgeFile) => Promise<string | undefined>;

/** Each manifest of an import is read once for its name, however many depend on it. */
const remembered = new WeakMap<ReadingContext, Map<string, Promise<ReadonlySet<string>>>>();

/** Names of the packages whose manifests of one kind are imported together. */
export function ownNames(context: ReadingContext, manifest: string, nameIn: NameReader): Promise<ReadonlySet<string>> {
  const known = remembered.get(context) ?? new Map<string, Promise<ReadonlySet<string>>>();
  remembered.set(context, known);
  const names = known.get(manifest) ?? readNames(context, manifest, nameIn);
  known.set(manifest, names);
  return names;
}

async function readNames(
  { files }: ReadingContext,
  manifest: string,
  nameIn: NameReader,
): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const file of files) {
    if (file.documentPath !== manifest && !file.documentPath.endsWith(`/${manifest}`)) continue;
    const name = await nameIn(file.text, file);
    if (name !== undefined) names.add(name);
  }
  return names;
}
