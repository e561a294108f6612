import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';

import { type ILexichordRuntime, IWorkspaceListing, type ListOptions } from '@lexichord/abstractions';
import { relativeInside } from '@lexichord/platform/internal';

import { usageError } from '../command-line/read-options.js';

/** File names of package manifests, API descriptions, glossaries and facts. */
const importableNames = [
  /^(?:package\.json|pyproject\.toml|go\.mod|Cargo\.toml|.+\.csproj)$/,
  /^(?:.+[._-])?(?:openapi|swagger)(?:[._-].+)?\.(?:ya?ml|json)$/i,
  /^(?:.+[._-])?(?:glossary|terminology)\.(?:md|markdown)$/i,
  /^(?:.+[._-])?knowledge\.(?:ya?ml|json)$/i,
];

/**
 * Lists the files of a folder with importable names, relative to the workspace.
 *
 * @param folder absolute
 * @throws {LexichordError} `invalid-argument` for a folder outside the workspace, and for one without such a file
 */
export async function listKnowledgeFiles(
  folder: string,
  name: string,
  { runtime, onWarning, signal }: ListOptions & { readonly runtime: ILexichordRuntime },
): Promise<readonly string[]> {
  const inside = insideWorkspace(await realpath(folder), runtime);
  if (inside === undefined) {
    throw usageError(`"${name}" is a folder outside the workspace. Name the files to import.`, {
      folder: name,
    });
  }
  const paths = inside === '' ? undefined : [inside];
  const files: string[] = [];
  for await (const { relativePath } of runtime.resolve(IWorkspaceListing).list({ paths, onWarning, signal })) {
    const fileName = relativePath.slice(relativePath.lastIndexOf('/') + 1);
    if (importableNames.some((pattern) => pattern.test(fileName))) files.push(relativePath);
  }
  if (files.length > 0) return files;
  throw usageError(
    `"${name}" contains no file whose name is that of a package manifest, API description, glossary or file of facts. Name the files to import.`,
    { folder: name },
  );
}

/** A path relative to the workspace, '' for its root; `undefined` for a path outside. */
export function insideWorkspace(
  path: string,
  { workspaceRoot }: Pick<ILexichordRuntime, 'workspaceRoot'>,
): string | undefined {
  return relativeInside(workspaceRoot, resolve(path));
}
