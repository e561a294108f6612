import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { readGit } from './bare-git.mjs';

/** Blobs that are read at once: some megabytes of most repositories. */
const blobsAtOnce = 500;

/**
 * Writes the files of a commit into a folder that holds those of another one, or nothing. Symbolic links, submodules and
 * names that lead out of the folder are left out; contents are as they are stored, without filters.
 *
 * @param {string} gitFolder
 * @param {string} commit
 * @param {{ folder: string, written?: ReadonlyMap<string, string> }} target `written` has the id of each file's content
 *   that is there; absent: the folder is emptied first
 * @returns {Promise<ReadonlyMap<string, string>>} ids by path, for the next call
 */
export async function writeTree(gitFolder, commit, { folder, written }) {
  if (written === undefined) await rm(folder, { recursive: true, force: true });
  const before = written ?? new Map();
  const wanted = await filesOf(gitFolder, commit);
  for (const path of before.keys()) if (!wanted.has(path)) await rm(join(folder, path), { force: true });
  const missing = [...wanted].filter(([path, id]) => before.get(path) !== id);
  for (let start = 0; start < missing.length; start += blobsAtOnce) {
    const some = missing.slice(start, start + blobsAtOnce);
    const blobs = await readBlobs(gitFolder, [...new Set(some.map(([, id]) => id))]);
    for (const [path, id] of some) await writeFileAt(join(folder, path), blobs.get(id));
  }
  return wanted;
}

async function filesOf(gitFolder, commit) {
  const entries = (await readGit(gitFolder, ['ls-tree', '-r', '-z', '--full-tree', commit]))
    .toString('utf8')
    .split('\0');
  return new Map(
    entries.flatMap((entry) => {
      const match = /^100\d{3} blob (\S+)\t([^]+)$/u.exec(entry);
      return match === null || !isInside(match[2]) ? [] : [[match[2], match[1]]];
    }),
  );
}

/** Git refuses such names itself; a tree that was written by something else may have them. */
function isInside(path) {
  const parts = path.split(/[/\\]/u);
  return !path.includes('\ufffd') && parts.every((part) => !['', '.', '..'].includes(part) && !/^\.git$/iu.test(part));
}

/** Contents by id; what a partial mirror lacks is not in it. */
async function readBlobs(gitFolder, ids) {
  const output = await readGit(gitFolder, ['cat-file', '--batch'], `${ids.join('\n')}\n`);
  const blobs = new Map();
  for (let at = 0; at < output.length;) {
    const end = output.indexOf('\n', at);
    const [id, type, size] = output.toString('utf8', at, end).split(' ');
    at = end + 1;
    if (type !== 'blob') continue;
    blobs.set(id, output.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return blobs;
}

async function writeFileAt(path, content) {
  if (content === undefined) return;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
