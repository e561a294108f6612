import { lstat } from 'node:fs/promises';

import { listFolder } from '../database/table-files.js';

/** Every file and folder in a folder, with its size and the time of its last change: differs after every write. */
export async function folderState(folder: string): Promise<readonly string[]> {
  const { files, folders } = await listFolder(folder);
  const all = [...files, ...folders].sort();
  return Promise.all(
    all.map(async (path) => {
      const { size, mtimeMs, ino } = await lstat(path);
      return `${path} ${size} ${mtimeMs} ${ino}`;
    }),
  );
}
