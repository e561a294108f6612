import type { CallOptions, IEditorService, LanguageShare } from '@lexichord/abstractions';

import type { FileCounts } from './file-census.js';
import { type Manifest, readManifests, readText } from './read-manifests.js';
import { findReadme } from './readme-summary.js';

/** Description of a repository, without its definitions. */
export interface RepositoryDescription {
  readonly name: string;
  readonly description?: string | undefined;
  /** Text of the README, if no manifest has a description. */
  readonly readme?: string | undefined;
  readonly fileCount: number;
  readonly languages: readonly LanguageShare[];
  /** Root folders with the number of files in and below them, most files first. */
  readonly folders: readonly { readonly path: string; readonly files: number }[];
  readonly entryPoints: readonly string[];
}

/** Services for describing a repository. */
export interface DescribeContext extends CallOptions {
  readonly editor: IEditorService;
  /** Name of the workspace's folder. */
  readonly folderName: string;
}

/** Maximum number of entry points; more are a naming convention rather than entry points. */
const maxEntryPoints = 12;

/**
 * Files that by convention are entry points of a program or library, in the root, in `src` or one folder further down.
 */
const conventionalEntry =
  /^(?:[^/]+\/){0,3}(?:main\.(?:go|rs|py|[cm]?[jt]s|c|cc|cpp|java|kt|swift)|(?:src\/)?lib\.rs|__main__\.py|(?:src\/)?index\.[cm]?[jt]sx?|Program\.cs|Main\.java|cli\.[cm]?[jt]s)$/u;

/** Folders whose entry points do not belong to the repository's program or library. */
const asideFolder =
  /(?:^|\/)(?:tests?|__tests__|spec|examples?|samples?|demos?|docs?|bench(?:marks?)?|fixtures?|vendor)\//u;

/** Reads the description of a workspace from its manifests, otherwise from the README. */
export async function describeRepository(
  { paths, languages, folders }: FileCounts,
  { editor, folderName, signal }: DescribeContext,
): Promise<RepositoryDescription> {
  const manifest = await readManifests(paths, editor, { signal });
  const { name = folderName, description } = manifest;
  const readmePath = description === undefined ? findReadme(paths) : undefined;
  return {
    name,
    description,
    readme: readmePath === undefined ? undefined : await readText(readmePath, editor, { signal }),
    fileCount: paths.size,
    languages: byCount(languages).map(([language, files]) => ({ language, files })),
    folders: byCount(folders).map(([path, files]) => ({ path, files })),
    entryPoints: entryPointsOf({ ...manifest, name }, paths),
  };
}

/** Existing entry points of the manifest, then those by convention, nearest to the root first. */
function entryPointsOf({ name = '', entries }: Manifest, paths: ReadonlySet<string>): readonly string[] {
  // A Python module cannot have the dash of its package name.
  const names = [name, name.replaceAll('-', '_')];
  const ofName = ['', 'src/', 'lib/'].flatMap((folder) =>
    names.flatMap((each) => ['.rb', '.py', '/__init__.py'].map((end) => `${folder}${each}${end}`)),
  );
  const named = [...entries, ...ofName].filter((path) => paths.has(path));
  const conventional = [...paths]
    .filter((path) => conventionalEntry.test(path) && !asideFolder.test(path))
    .sort((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1));
  return [...new Set([...named, ...conventional])].slice(0, maxEntryPoints);
}

function depthOf(path: string): number {
  return path.split('/').length;
}

function byCount(counts: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
  return [...counts].sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1));
}
