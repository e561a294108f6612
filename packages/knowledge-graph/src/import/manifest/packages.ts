import type { EntityKey, KnowledgeFile } from '@lexichord/abstractions';

import { cleanName, maxDescriptionLength, shortened } from '../clean-text.js';
import type { ReadingContext } from '../document-reading.js';
import type { FactCollector, Lines, SomeProperties } from '../fact-collector.js';

/** Reads one kind of manifest. */
export type ManifestReader = (
  file: KnowledgeFile,
  given: { readonly collector: FactCollector; readonly context: ReadingContext },
) => Promise<void>;

/** A dependency in a manifest. */
export interface Dependency {
  readonly name: string;
  readonly version?: string | undefined;
  /** The purpose of the dependency. */
  readonly use: 'runtime' | 'development' | 'peer' | 'optional' | 'build';
  /** Whether the dependency is in the same repository. */
  readonly isOwn?: boolean | undefined;
  readonly lines: Lines;
}

/** A package that a manifest describes. */
export interface DescribedPackage {
  readonly name: string;
  /** The package registry. */
  readonly ecosystem: string;
  /** Default: whether its manifest is at the root of the workspace. */
  readonly isProduct?: boolean | undefined;
  readonly aliases?: readonly (string | undefined)[] | undefined;
  readonly version?: string | undefined;
  readonly description?: string | undefined;
  readonly license?: string | undefined;
  readonly properties?: SomeProperties | undefined;
  readonly lines: Lines;
}

/** Adds the entity that a manifest describes: the product, or a component of it. */
export function addPackage(collector: FactCollector, given: DescribedPackage): EntityKey {
  const { documentPath } = collector;
  const { isProduct = !documentPath.includes('/'), description } = given;
  return collector.addEntity(
    {
      type: isProduct ? 'Product' : 'Component',
      name: cleanName(given.name),
      aliases: [...(given.aliases ?? []), shortNameOf(given.name)],
      properties: {
        ecosystem: given.ecosystem,
        version: given.version,
        description: description === undefined ? undefined : shortened(description, maxDescriptionLength),
        path: folderOf(documentPath),
        license: given.license,
        ...given.properties,
      },
    },
    given.lines,
  );
}

/** The name without its scope: `packer` for `@lexichord/packer`. */
function shortNameOf(name: string): string | undefined {
  return /^@[^/]+\/([^/]+)$/u.exec(name)?.[1];
}

/** Adds a dependency of a component; external ones are components with `external: true`. */
export function addDependency(
  collector: FactCollector,
  from: EntityKey,
  { dependency, ecosystem }: { readonly dependency: Dependency; readonly ecosystem: string },
): void {
  const { version, use, isOwn = false, lines } = dependency;
  const name = cleanName(dependency.name);
  if (name === '') return;
  const to = { type: 'Component', name };
  collector.addEntity({ ...to, properties: isOwn ? {} : { external: true, ecosystem } }, lines);
  const properties = { version: version === undefined ? undefined : cleanName(version), use };
  collector.addRelationship({ type: 'depends-on', from, to, properties }, lines);
}

/** Adds a feature of a component: a command, or a part that can be imported separately. */
export function addFeature(
  collector: FactCollector,
  owner: EntityKey,
  { name, kind, lines }: { readonly name: string; readonly kind: string; readonly lines: Lines },
): void {
  const feature = { type: 'Feature', name: cleanName(name) };
  if (feature.name === '') return;
  collector.addEntity({ ...feature, properties: { kind } }, lines);
  collector.addRelationship({ type: 'part-of', from: feature, to: owner }, lines);
}

/** The folder of a manifest, relative to the workspace; `.` for its root. */
export function folderOf(documentPath: string): string {
  const slash = documentPath.lastIndexOf('/');
  return slash === -1 ? '.' : documentPath.slice(0, slash);
}

/** Reads the package name from a manifest. */
type NameReader = (text: string, file: KnowledgeFile) => Promise<string | undefined>;

/** Names by import and kind of manifest, so that each manifest is read once for its name. */
const remembered = new WeakMap<ReadingContext, Map<string, Promise<ReadonlySet<string>>>>();

/** Names of the packages whose manifests of one kind are part of the import. */
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
