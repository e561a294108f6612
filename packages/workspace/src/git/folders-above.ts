import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A folder that the workspace is in. */
export interface FolderAbove {
  readonly absolutePath: string;
  /** The way from it to the workspace, with a slash at the end. */
  readonly lead: string;
}

/** From the top of the repository down to the folder that the workspace is in; none where there is no repository. */
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
