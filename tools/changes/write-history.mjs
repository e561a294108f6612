import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { readGit } from './bare-git.mjs';

/**
 * Makes a folder with the files of a commit a repository at that commit: its history is that of the commit, and nothing
 * names a later one. Objects stay where they are, in the git folder; nothing of its configuration is taken over.
 *
 * @param {string} gitFolder
 * @param {string} commit
 * @param {string} folder as `writeTree` leaves it
 * @returns {Promise<void>}
 */
export async function writeHistory(gitFolder, commit, folder) {
  const own = join(folder, '.git');
  await rm(own, { recursive: true, force: true });
  await mkdir(join(own, 'objects/info'), { recursive: true });
  await mkdir(join(own, 'refs'));
  await writeFile(join(own, 'objects/info/alternates'), `${resolve(gitFolder, 'objects')}\n`);
  await writeFile(join(own, 'config'), configFor(commit));
  await writeFile(join(own, 'HEAD'), `${commit}\n`);
  if (existsSync(join(gitFolder, 'shallow'))) await copyFile(join(gitFolder, 'shallow'), join(own, 'shallow'));
  const atFolder = `--work-tree=${resolve(folder)}`;
  await readGit(own, [atFolder, 'read-tree', commit]);
  // Ends with 1 where the tree has what was not written, such as links. Without it each question compares all files.
  await readGit(own, [atFolder, 'update-index', '-q', '--refresh']).catch(() => undefined);
}

/** Ids of 64 digits are those of another kind of repository. */
function configFor(commit) {
  const isLong = commit.length > 40;
  const core = `[core]\n\trepositoryFormatVersion = ${isLong ? 1 : 0}\n\tbare = false\n\tsymlinks = true\n`;
  return isLong ? `${core}[extensions]\n\tobjectFormat = sha256\n` : core;
}
