import { posix } from 'node:path';

/** The folder of a path; empty for a path at the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Joins folder and path, without `.` and `..`; `undefined` for a path out of the workspace. */
export function joinPath(folder: string, path: string): string | undefined {
  const joined = posix.normalize(folder === '' ? path : `${folder}/${path}`).replace(/\/$/u, '');
  if (joined === '..' || joined.startsWith('../') || joined.startsWith('/')) return undefined;
  return joined === '.' ? '' : joined;
}

/** The folder and those above it, innermost first, the root last. */
export function foldersAbove(folder: string): readonly string[] {
  const found = [folder];
  for (let at = folder; at !== '';) {
    at = folderOf(at);
    found.push(at);
  }
  return found;
}
