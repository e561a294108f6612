import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { recordFolder } from '@lexichord/control/server';

/** Reads the records of the processes that serve a workspace; other files in their folder are ignored. */
export async function readProcessRecords(stateFolder: string): Promise<readonly unknown[]> {
  const folder = recordFolder(stateFolder);
  const names = (await readdir(folder)).filter((name) => /^\d+-\d+\.json$/u.test(name));
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as unknown));
}
