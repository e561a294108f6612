import type { CallOptions, IEditorService, LanguageShare } from '@lexichord/abstractions';

import type { FileCounts } from './file-census.js';
import { type Manifest, readManifests, readText } from './read-manifests.js';
import { findReadme } from './readme-summary.js';

/** Description of a repository, without its definitions. */
export interface RepositoryDescription {
  readonly name: string;
  readonly description?: string | undefined;
  /** The README, where no manifest describes the repository. */
  readonly readme?: string | undefined;
  readonly fileCount: number;
  readonly languages: readonly LanguageShare[];
  /** Folders of the root with the files in and below them, most files first. */
  readonly folders: readonly { readonly path: string; readonly files: number }[];
  readonly entryPoints: readonly string[];
}

/** Services for describing a repository. */
export interface DescribeContext extends CallOptions {
  readonly editor: IEditorService;
  /** Name of the workspace's folder. */
  readonly folderName: string;
}

/** More entry points than these are a convention of names rather than entry points. */
const maxEntryPoints = 12;

/** Files that begin a program or a library by convention, in the root, in `src` or one folder further down. */
const conventionalEntry =
  /^(?:[^/]+\/){0,3}(?:main\.(?:go|rs|py|[cm]?[jt]s|c|cc|cpp|java|kt|swift)|(?:src\/)?lib\.rs|__main__\.py|(?:src\/)?index\.[cm]?[jt]sx?|Program\.cs|Main\.java|cli\.[cm]?[jt]s)$/u;

/** Folders whose entry points are not those of the repository. */
const asideFolder =
  /(?:^|\/)(?:tests?|__tests__|spec|examples?|samples?|demos?|docs?|bench(?:marks?)?|fixtures?|vendor)\//u;

/** Reads the description of a workspace from its manifests, or else from the README. */
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

/** Entry points that the manifest names and that exist, then those by convention, nearest to the root first. */
function entryPointsOf({ name = '', entries }: Manifest, paths: ReadonlySet<string>): readonly string[] {
  // A module of Python cannot have the dash that its package has.
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
