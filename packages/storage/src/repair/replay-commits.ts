import { writeFile } from 'node:fs/promises';

import { type ManifestFile, listManifests, manifestBeside } from '../database/table-files.js';
import {
  type TableState,
  encodeVersion,
  isSameState,
  lastingFields,
  readStoredVersion,
} from '../database/table-state.js';
import { type Transaction, applyTransaction, listTransactions } from '../database/transaction.js';

/** A version of a table; without a state, none yet. */
interface ReplayedVersion {
  readonly version: bigint;
  readonly state: TableState | undefined;
}

/** The commit that makes the next version. */
interface FoundCommit {
  readonly transaction: Transaction;
  readonly state: TableState;
}

/** Before the first version. */
const noTable: ReplayedVersion = { version: 0n, state: undefined };

/**
 * Writes the manifest of a table's newest version again where it is lost, or of the version nearest to it that is known: from the
 * newest manifest that is left, and the commits behind it, which have files of their own. To be called with a copy
 * made; the rows that the manifest names are yet to be verified.
 *
 * @param newest version that there was
 * @returns the version that is there now; `undefined` when no commit behind the newest manifest is known for certain
 */
export async function replayLostCommits(folder: string, newest: bigint): Promise<bigint | undefined> {
  const manifests = await listManifests(folder);
  const [file] = manifests;
  const base = file && (await readStoredVersion(file.path));
  if (file === undefined || base === undefined || base.version !== file.version) return undefined;
  const unnamed = new Set(await listUnnamed(folder, manifests));
  let last: ReplayedVersion & { readonly state: TableState } = base;
  while (last.version < newest) {
    const found = findCommit(last, [...unnamed]);
    if (found === undefined) break;
    unnamed.delete(found.transaction);
    last = { version: last.version + 1n, state: found.state };
  }
  if (last.version === base.version) return undefined;
  await writeFile(manifestBeside(file, last.version), encodeVersion(base, last), { flush: true });
  return last.version;
}

/**
 * Whether the newest manifest contradicts the one before it and the commit between them. A manifest has no checksum, so that
 * one that is damaged may name fewer rows, or such as were deleted, and be opened all the same. One of which every row can be
 * read is believed unless the one before it is known to be right, any other only if that is known to be wrong.
 *
 * @param isReadable whether every row of the newest version can be read
 */
export async function isNewestContradicted(folder: string, isReadable: boolean): Promise<boolean> {
  const manifests = await listManifests(folder);
  if ((await isContradicted(folder, manifests, 0)) !== true) return false;
  const isBeforeContradicted = await isContradicted(folder, manifests, 1);
  return isReadable ? isBeforeContradicted === false : isBeforeContradicted !== true;
}

/** @returns `undefined` where nobody knows */
async function isContradicted(
  folder: string,
  manifests: readonly ManifestFile[],
  index: number,
): Promise<boolean | undefined> {
  const [file, fileBefore] = manifests.slice(index);
  const stored = file && (await readStoredVersion(file.path));
  if (file === undefined || stored === undefined) return undefined;
  const before = fileBefore && (await readStoredVersion(fileBefore.path));
  const start = file.version === 1n ? noTable : before;
  if (start?.version !== file.version - 1n) return undefined;
  const others = manifests.filter((other) => other !== file);
  const found = findCommit(start, await listUnnamed(folder, others));
  // The manifest has the commit, too. Where the two differ it is not known which is right.
  if (found === undefined || stored.commit?.equals(found.transaction.message) === false) return undefined;
  const isSame = isSameState(stored.state, found.state) && stored.version === file.version;
  return !isSame || (before !== undefined && lastingFields(before) !== lastingFields(stored));
}

/** Commits that no manifest names: lost ones, and such as were never made. */
async function listUnnamed(folder: string, manifests: readonly ManifestFile[]): Promise<readonly Transaction[]> {
  const named = new Set<string>();
  for (const { path } of manifests) named.add((await readStoredVersion(path))?.transaction ?? '');
  return (await listTransactions(folder)).filter(({ name }) => !named.has(name));
}

/**
 * The commit that made the version after one. Where two can have made it, none is taken: one of them may have been refused, or
 * ended by a power cut, and the other have deleted rows.
 */
function findCommit({ version, state }: ReplayedVersion, unnamed: readonly Transaction[]): FoundCommit | undefined {
  const own = unnamed.filter(({ readVersion, kind }) => readVersion === version && kind !== 'rewrite');
  // The store joins files in two commits, of which the first reserves numbers, and builds both on the same version.
  const joins = unnamed.filter(({ readVersion, kind }) => readVersion <= version && kind === 'rewrite');
  const found = (own.length > 0 ? own : joins).flatMap((transaction) => {
    const next = applyTransaction(state, transaction);
    return next === undefined ? [] : [{ transaction, state: next }];
  });
  return found.length === 1 && own.length <= 1 ? found[0] : undefined;
}
