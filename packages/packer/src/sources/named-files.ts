import type { ChangeRelation } from '@lexichord/abstractions';
import { comparablePath } from '@lexichord/platform/internal';
import { type FileReference, installedModulePath, meantBy } from '@lexichord/text-index/internal';

import { fileAt } from './file-at.js';
import { type OwnCopiesContext, findOwnCopies } from './own-copies.js';

/** A file of the workspace that a text names, optionally with lines. */
export interface NamedPlace extends FileReference {
  /** Relative to the workspace, forward slashes. */
  readonly path: string;
  /** Its relation to the packed change. */
  readonly relation?: ChangeRelation | undefined;
}

/** Services for looking up names. */
export interface LookUpContext extends OwnCopiesContext {
  readonly maxPlaces: number;
}

/** Maximum number of files for a name that ends their paths; a name with more is too common. */
const maxFilesOfName = 3;

/**
 * Finds the files for names. In order: an exact path, or an absolute one inside the workspace; a file of the workspace's
 * own package for one of an installed copy of it; the longest file path that ends the name (a build folder preceded it);
 * file paths that end with the name, if few; and for the file of a class in a package, those with the name of the file,
 * if few. For a module that Python has installed, only its path with its packages counts: the module may be the
 * workspace's own, or vendored there. Names without a file are ignored: texts name things for many reasons. Denied files
 * are never looked up.
 *
 * @returns distinct places in the order of the names
 * @throws the signal's reason
 */
export async function lookUpNames(
  names: Iterable<FileReference>,
  { maxPlaces, ...context }: LookUpContext,
): Promise<readonly NamedPlace[]> {
  const { guard, listing, signal } = context;
  const distinct = distinctNames(names, pathInside(guard.root));
  const found = await findByPath(distinct, { guard, signal });
  const missing = distinct.map(({ path }) => path).filter((path) => !found.has(path));
  for (const [path, file] of await findOwnCopies(missing, context)) found.set(path, [file]);
  const others = distinct.filter(({ path }) => !found.has(path));
  if (others.length > 0 && found.size < maxPlaces) await findByEnd(others, { listing, found, signal });
  return placesOf(distinct, found, maxPlaces);
}

/** Maximum number of names that are looked up: a log can have one per line. */
const maxNames = 2_000;

function distinctNames(names: Iterable<FileReference>, inside: (path: string) => string): readonly FileReference[] {
  const distinct = new Map<string, FileReference>();
  for (const name of names) {
    const path = inside(name.path);
    const key = JSON.stringify([path, name.line, name.endLine]);
    if (!distinct.has(key)) distinct.set(key, { ...name, path });
    if (distinct.size >= maxNames) break;
  }
  return [...distinct.values()];
}

/** Removes the workspace root from absolute paths. Names lack the part before the first folder: `/` or a drive. */
function pathInside(root: string): (path: string) => string {
  const folder = `${root.replaceAll('\\', '/').replace(/^(?:[a-z]:)?\/+/iu, '')}/`;
  const prefix = comparablePath(folder);
  return (path) => (comparablePath(path).startsWith(prefix) ? path.slice(folder.length) : path);
}

/** Finds the files whose paths equal the names. */
async function findByPath(
  names: readonly FileReference[],
  { guard, signal }: Pick<LookUpContext, 'guard' | 'signal'>,
): Promise<Map<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for (const path of new Set(names.map((name) => name.path))) {
    if (guard.isDenied(path)) {
      found.set(path, []);
      continue;
    }
    const file = await fileAt(path, { guard, signal });
    if (file !== undefined) found.set(path, [file]);
  }
  return found;
}

/** Whether a name refers to a file. */
type IsMeant = (file: string) => boolean;

async function findByEnd(
  names: readonly FileReference[],
  { listing, found, signal }: Pick<LookUpContext, 'listing' | 'signal'> & { found: Map<string, readonly string[]> },
): Promise<void> {
  const wanted = wantedFiles(names);
  const meant = new Map<string, string[]>();
  for await (const { relativePath } of listing.list({ signal })) {
    const name = relativePath.slice(relativePath.lastIndexOf('/') + 1);
    for (const [path, isMeant] of wanted.get(name) ?? []) {
      if (!isMeant(relativePath)) continue;
      meant.set(path, [...(meant.get(path) ?? []), relativePath]);
    }
  }
  for (const name of names) {
    const files = bestFiles(name, meant);
    if (files !== undefined) found.set(name.path, files);
  }
}

function bestFiles(
  { path, otherwise = path }: FileReference,
  meant: ReadonlyMap<string, readonly string[]>,
): readonly string[] | undefined {
  const named = meant.has(path) ? path : otherwise;
  const files = meant.get(named);
  return files === undefined ? undefined : bestOf(files, named);
}

/** What is looked for, by the name of the file and the path in the text. */
function wantedFiles(names: readonly FileReference[]): ReadonlyMap<string, ReadonlyMap<string, IsMeant>> {
  const wanted = new Map<string, Map<string, IsMeant>>();
  for (const path of names.flatMap(({ path: named, otherwise }) => [named, otherwise ?? named])) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    wanted.set(name, (wanted.get(name) ?? new Map<string, IsMeant>()).set(path, meantBy(path)));
  }
  return wanted;
}

function bestOf(files: readonly string[], named: string): readonly string[] {
  // All file paths that end a longer path are ends of each other, so the longest one is unique.
  const [longest] = files.filter((file) => named.endsWith(`/${file}`)).toSorted((a, b) => b.length - a.length);
  if (longest !== undefined && installedModulePath(named) === undefined) return [longest];
  return files.length <= maxFilesOfName ? files : [];
}

function placesOf(
  names: readonly FileReference[],
  found: ReadonlyMap<string, readonly string[]>,
  maxPlaces: number,
): readonly NamedPlace[] {
  const all = names.flatMap((name) => (found.get(name.path) ?? []).map((path) => ({ ...name, path })));
  // A difference names a file three times, once with lines; then only the name with lines counts.
  const withLines = new Set(all.filter(({ line }) => line !== undefined).map(({ path }) => path));
  const meant = all.filter(({ path, line }) => line !== undefined || !withLines.has(path));
  const distinct = new Map(meant.map((place) => [JSON.stringify([place.path, place.line, place.endLine]), place]));
  return [...distinct.values()].slice(0, maxPlaces);
}
