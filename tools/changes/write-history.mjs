import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { readGit } from './bare-git.mjs';

/**
 * Makes a folder with the files of a commit a repository at that commit: its history is that of the commit, and nothing
 * names a later one. Its objects are second names of those in the git folder, not alternates, which Lexichord does not
 * accept; nothing of the configuration is taken over.
 *
 * @param {string} gitFolder
 * @param {string} commit
 * @param {string} folder as `writeTree` leaves it
 * @returns {Promise<void>}
 */
export async function writeHistory(gitFolder, commit, folder) {
  const own = join(folder, '.git');
  await rm(own, { recursive: true, force: true });
  await mkdir(join(own, 'refs'), { recursive: true });
  await linkObjects(join(gitFolder, 'objects'), join(own, 'objects'));
  await writeFile(join(own, 'config'), configFor(commit));
  await writeFile(join(own, 'HEAD'), `${commit}\n`);
  if (existsSync(join(gitFolder, 'shallow'))) await copyFile(join(gitFolder, 'shallow'), join(own, 'shallow'));
  const atFolder = `--work-tree=${resolve(folder)}`;
  await readGit(own, [atFolder, 'read-tree', commit]);
  // Ends with 1 where the tree has what was not written, such as links. Without it each question compares all files.
  await readGit(own, [atFolder, 'update-index', '-q', '--refresh']).catch(() => undefined);
}

/** Copies where another file system begins. What is in `info` is not needed, and can lead to other repositories. */
async function linkObjects(from, to) {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      if (entry.name !== 'info') await linkObjects(source, target);
    } else await link(source, target).catch(() => copyFile(source, target));
  }
}

/** Ids of 64 digits are those of another kind of repository. */
function configFor(commit) {
  const isLong = commit.length > 40;
  const core = `[core]\n\trepositoryFormatVersion = ${isLong ? 1 : 0}\n\tbare = false\n\tsymlinks = true\n`;
  return isLong ? `${core}[extensions]\n\tobjectFormat = sha256\n` : core;
}
