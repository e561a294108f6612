import { resolve } from 'node:path';

import type { CallOptions, IWorkspaceListing, NamedLines } from '@lexichord/abstractions';
import { pathGlob, relativeInside, withForwardSlashes } from '@lexichord/platform/internal';

import { usageError } from '../command-line/read-options.js';
import { type CommandFolders, currentFolder, isThere, pathInWorkspace } from './named-files.js';

/** Maximum number of files of a pattern; a larger set is too unspecific. */
const maxFilesOfPattern = 200;

/** Files that a command line names. */
export interface WorkspaceFiles {
  readonly openFiles: readonly string[];
  /** Lines of the open files. */
  readonly anchors: readonly NamedLines[];
  readonly references: readonly string[];
}

/** Source of the files of a pattern. */
export interface PatternSource {
  readonly folders: CommandFolders;
  readonly listing: IWorkspaceListing;
}

/**
 * Resolves files to paths in the workspace. A path of no file that is a pattern is replaced by the matching files.
 *
 * @throws {LexichordError} `invalid-argument` for a pattern without a file, or with too many
 */
export async function inWorkspace(
  { openFiles, anchors, references }: WorkspaceFiles,
  source: PatternSource,
  options: CallOptions,
): Promise<WorkspaceFiles> {
  const pathOf = (path: string): Promise<string> => pathInWorkspace(path, source.folders);
  const filesOf = async (path: string): Promise<readonly string[]> => {
    const found = await pathOf(path);
    // A file name may contain pattern characters, such as pages/[id].tsx.
    const isFile = !isFilePattern(path) || (await isThere(resolve(source.folders.workspaceRoot, found)));
    return isFile ? [found] : await filesOfPattern(path, source, options);
  };
  const fileOf = async (path: string): Promise<string> => {
    const [file = path, ...others] = await filesOf(path);
    if (others.length === 0) return file;
    throw usageError(`Lines can be given for one file only, but ${JSON.stringify(path)} matches several.`, {
      value: path,
    });
  };
  return {
    openFiles: [...new Set((await Promise.all(openFiles.map(filesOf))).flat())],
    anchors: await Promise.all(anchors.map(async (anchor) => ({ ...anchor, path: await fileOf(anchor.path) }))),
    references: [...new Set((await Promise.all(references.map(filesOf))).flat())],
  };
}

/** Whether a path of no file may be a pattern, such as one that was quoted in the shell. */
function isFilePattern(path: string): boolean {
  return /[*?[{]/u.test(path);
}

/**
 * Finds the files that match a pattern, in the order of their paths. Like paths, it is resolved from the current
 * folder, and from the workspace's root if nothing matches there. Files that git ignores or the guard denies do not
 * match.
 *
 * @returns paths relative to the workspace
 * @throws {LexichordError} `invalid-argument` for a pattern without a file, or with more than 200
 */
async function filesOfPattern(
  pattern: string,
  { folders, listing }: PatternSource,
  options: CallOptions,
): Promise<readonly string[]> {
  const current = relativeInside(folders.workspaceRoot, await currentFolder(folders)) ?? '';
  const listed: string[] = [];
  for await (const { relativePath } of listing.list(options)) listed.push(relativePath);
  const matches = pathGlob(withForwardSlashes(pattern).replace(/^\.\//u, ''));
  for (const base of current === '' ? [''] : [`${current}/`, '']) {
    const found = listed.filter((path) => path.startsWith(base) && matches(path.slice(base.length)));
    if (found.length > maxFilesOfPattern) throw tooMany(pattern, found.length);
    if (found.length > 0) return found;
  }
  throw usageError(`No file of the workspace matches ${JSON.stringify(pattern)}. ** matches any number of folders.`, {
    value: pattern,
  });
}

function tooMany(pattern: string, count: number): Error {
  return usageError(
    `${JSON.stringify(pattern)} matches ${count} files; at most ${maxFilesOfPattern} are allowed. Use a narrower pattern.`,
    { value: pattern },
  );
}
