import {
  type CallOptions,
  type IEditorService,
  type IWorkspaceGuard,
  type IWorkspaceListing,
  isLexichordError,
} from '@lexichord/abstractions';
import { isRecord, parseJson } from '@lexichord/platform/internal';
import { type InstalledFile, installedFile } from '@lexichord/text-index/internal';

import { fileAt } from './file-at.js';

/** Services for finding the sources of installed files. */
export interface OwnCopiesContext extends CallOptions {
  readonly guard: IWorkspaceGuard;
  readonly listing: IWorkspaceListing;
  readonly editor: Pick<IEditorService, 'getDocument'>;
}

/** Maximum number of packages of the workspace that are looked at. */
const maxPackages = 500;

/**
 * Finds the workspace's own files for names of installed copies of them: a report of a library's user names
 * `node_modules/<library>/lib/a.js`, which is `lib/a.js` in the library's repository. A file of another package has
 * none.
 *
 * @param paths of installed and other files
 * @returns by path, those that exist
 * @throws the signal's reason
 */
export async function findOwnCopies(
  paths: readonly string[],
  context: OwnCopiesContext,
): Promise<ReadonlyMap<string, string>> {
  const installed = new Map(paths.flatMap((path) => installedEntry(path)));
  const own = new Map<string, string>();
  if (installed.size === 0) return own;
  const folders = await packageFolders([...installed.values()], context);
  for (const [named, { manifest, name, path }] of installed) {
    const folder = folders.get(keyOf(manifest, name));
    if (folder === undefined || context.guard.isDenied(`${folder}${path}`)) continue;
    const file = await fileAt(`${folder}${path}`, context);
    if (file !== undefined) own.set(named, file);
  }
  return own;
}

function installedEntry(path: string): readonly (readonly [string, InstalledFile])[] {
  const file = installedFile(path);
  return file === undefined ? [] : [[path, file]];
}

function keyOf(manifest: string, name: string): string {
  return `${manifest} ${name}`;
}

/** The folders of the workspace's packages, with a slash at the end, by manifest and name. */
async function packageFolders(
  wanted: readonly InstalledFile[],
  { listing, editor, signal }: OwnCopiesContext,
): Promise<ReadonlyMap<string, string>> {
  const manifests = new Set<string>(wanted.map(({ manifest }) => manifest));
  const folders = new Map<string, string>();
  let packages = 0;
  for await (const { relativePath } of listing.list({ signal })) {
    const fileName = relativePath.slice(relativePath.lastIndexOf('/') + 1);
    const manifest = fileName.endsWith('.gemspec') ? '.gemspec' : fileName;
    if (!manifests.has(manifest)) continue;
    packages += 1;
    if (packages > maxPackages) break;
    const name =
      manifest === '.gemspec' ? fileName.slice(0, -'.gemspec'.length) : await nameIn(relativePath, { editor, signal });
    const key = keyOf(manifest, name ?? '');
    if (!folders.has(key)) folders.set(key, relativePath.slice(0, relativePath.length - fileName.length));
  }
  return folders;
}

/** The name that a manifest gives its package; `undefined` for one that cannot be read. */
async function nameIn(
  path: string,
  { editor, signal }: Pick<OwnCopiesContext, 'editor' | 'signal'>,
): Promise<string | undefined> {
  try {
    return givenName(path, (await editor.getDocument(path, { signal })).content);
  } catch (error) {
    signal?.throwIfAborted();
    if (isLexichordError(error)) return undefined;
    throw error;
  }
}

function givenName(path: string, content: string): string | undefined {
  if (!path.endsWith('.json')) return (path.endsWith('go.mod') ? goModule : cargoName).exec(content)?.groups?.['name'];
  const parsed = parseJson(content);
  return isRecord(parsed) && typeof parsed['name'] === 'string' ? parsed['name'] : undefined;
}

const goModule = /^module[ \t]+"?(?<name>[^\s"]{1,300})/mu;
const cargoName = /^\[package\][^[]{0,2000}?^name[ \t]*=[ \t]*"(?<name>[^"\n]{1,100})"/mu;
