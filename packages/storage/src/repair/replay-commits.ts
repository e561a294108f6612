import { writeFile } from 'node:fs/promises';

import { type ManifestFile, listManifests, manifestBeside } from '../database/table-files.js';
import {
  type TableState,
  encodeVersion,
  isSameState,
  lastingFields,
  readStoredVersion,
} from '../database/table-state.js';
import { type Transaction, type TransactionKind, applyTransaction, listTransactions } from '../database/transaction.js';

/** A version of a table; without a state, none yet. */
interface ReplayedVersion {
  readonly version: bigint;
  readonly state: TableState | undefined;
}

/** The commit that made the next version. */
interface FoundCommit {
  readonly transaction: Transaction;
  readonly state: TableState;
}

/** A commit that may have made the version after one. */
interface Attempt {
  readonly before: ReplayedVersion;
  readonly transaction: Transaction;
}

/**
 * Versions that others commit at most between the one that a commit without changes to rows was built on, and its own.
 * One that is older was never made: its process was killed.
 */
const maxDelay = 20n;

/**
 * Commits that are tried, as there may be a way for every order of them. Each way that is right takes one or two a
 * version.
 */
const maxAttempts = 5_000;
/** Joins of files that are tried as the next commit; others at once are those of processes that were killed. */
const maxJoins = 100;

/** Before the first version. */
const noTable: ReplayedVersion = { version: 0n, state: undefined };

/**
 * Writes the manifest of a table's newest version again where it is lost, or of the version nearest to it that is
 * known: from the newest manifest that is left, and the commits behind it, which have files of their own. To be called
 * with a copy made; the rows that the manifest names are yet to be verified.
 *
 * @param newest version that there was
 * @returns the version that is there now; `undefined` when no commit behind the newest manifest is known for certain
 */
export async function replayLostCommits(folder: string, newest: bigint): Promise<bigint | undefined> {
  const manifests = await listManifests(folder);
  const [file] = manifests;
  const base = file && (await readStoredVersion(file.path));
  if (file === undefined || base === undefined || base.version !== file.version) return undefined;
  const last = followCommits(base, await listUnnamed(folder, manifests), newest);
  const { version, state } = last;
  if (version === base.version || state === undefined) return undefined;
  await writeFile(manifestBeside(file, version), encodeVersion(base, { version, state }), { flush: true });
  return version;
}

/**
 * Whether the newest manifest contradicts the one before it and the commit between them. A manifest has no checksum, so
 * that one that is damaged may name fewer rows, or such as were deleted, and be opened all the same. One of which every
 * row can be read is believed unless the one before it is known to be right, any other only if that is known to be
 * wrong.
 *
 * @param isReadable whether every row of the newest version can be read
 */
export async function isNewestContradicted(folder: string, isReadable: boolean): Promise<boolean> {
  const manifests = await listManifests(folder);
  if ((await isContradicted(folder, manifests, 0)) !== true) return false;
  const isBeforeContradicted = await isContradicted(folder, manifests, 1);
  return isReadable ? isBeforeContradicted === false : isBeforeContradicted !== true;
}

/** @returns `undefined` if it is unknown */
async function isContradicted(
  folder: string,
  manifests: readonly ManifestFile[],
  index: number,
): Promise<boolean | undefined> {
  const [file, fileBefore] = manifests.slice(index);
  if (file === undefined) return undefined;
  const stored = await readStoredVersion(file.path);
  const before = fileBefore && (await readStoredVersion(fileBefore.path));
  const start = file.version === 1n ? noTable : before;
  if (start?.version !== file.version - 1n) return undefined;
  const others = manifests.filter((other) => other !== file);
  const found = findNext(start, await listUnnamed(folder, others));
  // The manifest repeats the commit. If the two differ, either may be right.
  if (found === undefined || stored?.commit?.equals(found.transaction.message) === false) return undefined;
  // The store did not write what cannot be decoded here, even if it can open it.
  if (stored === undefined) return true;
  const isSame = isSameState(stored.state, found.state) && stored.version === file.version;
  return !isSame || (before !== undefined && lastingFields(before) !== lastingFields(stored));
}

/** The first commit that can have made the version after one whose manifest is there. */
function findNext(before: ReplayedVersion, unnamed: readonly Transaction[]): FoundCommit | undefined {
  for (const transaction of findCommits(before.version, unnamed, before.version)) {
    const state = applyTransaction(before.state, transaction);
    if (state !== undefined) return { transaction, state };
  }
  return undefined;
}

/** Commits that no manifest names: lost ones, and such as were never made. */
async function listUnnamed(folder: string, manifests: readonly ManifestFile[]): Promise<readonly Transaction[]> {
  const named = new Set<string>();
  for (const { path } of manifests) named.add((await readStoredVersion(path))?.transaction ?? '');
  return (await listTransactions(folder)).filter(({ name }) => !named.has(name));
}

/**
 * The farthest version that commits lead to; what they leave of rows is the same in every order in which they can be
 * made, so that the first that leads far enough is taken.
 */
function followCommits(base: ReplayedVersion, unnamed: readonly Transaction[], to: bigint): ReplayedVersion {
  let farthest = base;
  const made: Transaction[] = [];
  const open = attemptsAfter(base, unnamed, base.version);
  for (let attempts = 0; attempts < maxAttempts && farthest.version !== to; attempts += 1) {
    const attempt = open.pop();
    if (attempt === undefined) break;
    const { before, transaction } = attempt;
    const state = applyTransaction(before.state, transaction);
    if (state === undefined) continue;
    // Gives up the attempts after this version.
    made.length = Number(before.version - base.version);
    made.push(transaction);
    const reached = { version: before.version + 1n, state };
    if (reached.version > farthest.version) farthest = reached;
    const used = new Set(made);
    const left = unnamed.filter((other) => !used.has(other));
    for (const next of attemptsAfter(reached, left, base.version)) open.push(next);
  }
  return farthest;
}

/** The one to be tried first comes last. */
function attemptsAfter(before: ReplayedVersion, unnamed: readonly Transaction[], base: bigint): Attempt[] {
  return findCommits(before.version, unnamed, base)
    .map((transaction) => ({ before, transaction }))
    .toReversed();
}

/**
 * Commits that can have made the version after one, if they can be made on it. Where two can have that change rows,
 * none is taken: one of them may have been refused, or ended by a power cut, and the other have deleted rows.
 *
 * @param base the version whose manifest is left
 */
function findCommits(version: bigint, unnamed: readonly Transaction[], base: bigint): readonly Transaction[] {
  const own = unnamed.filter(({ readVersion, kind }) => readVersion === version && changesRows(kind));
  if (own.length > 1) return [];
  if (own.length > 0) return own;
  // The store applies these to the newest version at that time.
  const late = unnamed.filter(({ readVersion, kind }) => readVersion <= version && !changesRows(kind));
  const joins = late.filter(({ kind }) => kind === 'rewrite').slice(0, maxJoins);
  const others = late.filter(({ kind, readVersion }) => kind !== 'rewrite' && readVersion + maxDelay >= base);
  return [...joins, ...others.slice(0, 1)];
}

/** Files are joined in two commits: the first reserves numbers for the second. */
function changesRows(kind: TransactionKind): boolean {
  return kind !== 'rewrite' && kind !== 'reserve' && kind !== 'index';
}
