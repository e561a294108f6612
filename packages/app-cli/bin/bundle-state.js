import { existsSync, readFileSync, statSync } from 'node:fs';

const folder = new URL('../bundle/', import.meta.url);

/** The file in the bundle's folder that keeps the times of what the bundle was made from. It is not published. */
export const madeFromName = 'made-from.json';

/**
 * Whether the bundle is there and nothing that it was made from was written since. Only a working copy knows what that
 * was; in a published package there is nothing for the bundle to be older than.
 */
export function isBundleCurrent() {
  if (!existsSync(new URL('main.js', folder))) return false;
  const madeFrom = new URL(madeFromName, folder);
  if (!existsSync(madeFrom)) return true;
  const times = JSON.parse(readFileSync(madeFrom, 'utf8'));
  return Object.entries(times).every(([file, time]) => timeOf(file) === time);
}

/** When a file, by its path from the bundle's folder, was written, in milliseconds; `null` when it is not there. */
export function timeOf(file) {
  return statSync(new URL(file, folder), { throwIfNoEntry: false })?.mtimeMs ?? null;
}
