import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A folder above the workspace. */
export interface FolderAbove {
  readonly absolutePath: string;
  /** Path from it to the workspace, with a slash at the end. */
  readonly lead: string;
}

/** Folders from the top of the repository down to the workspace's parent; none without a repository above it. */
export function foldersAbove(root: string): readonly FolderAbove[] {
  if (existsSync(join(root, '.git'))) return [];
  const folders: FolderAbove[] = [];
  let lead = `${basename(root)}/`;
  for (let folder = dirname(root); ; folder = dirname(folder)) {
    folders.unshift({ absolutePath: folder, lead });
    if (existsSync(join(folder, '.git'))) return folders;
    if (dirname(folder) === folder) return [];
    lead = `${basename(folder)}/${lead}`;
  }
}
