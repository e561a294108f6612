import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { ignoreMissing } from '@lexichord/platform/internal';

import { readNamedFiles } from '../database/named-files.js';
import { listManifests } from '../database/table-files.js';

/** How many files of rows a table has that none of its versions names. */
export async function countUnnamedFiles(folder: string): Promise<number> {
  const named = new Set<string>();
  for (const { path } of await listManifests(folder)) {
    for (const file of (await readNamedFiles(path)) ?? []) named.add(file.path);
  }
  const names = (await readdir(join(folder, 'data')).catch(ignoreMissing)) ?? [];
  return names.filter((name) => !named.has(`data/${name}`)).length;
}
