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

/** A version of a table; its state is `undefined` before the first version. */
interface ReplayedVersion {
  readonly version: bigint;
  readonly state: TableState | undefined;
}

/** The commit that made the next version. */
interface FoundCommit {
  readonly transaction: Transaction;
  readonly state: TableState;
}

/** A commit that may have created the version after `before`. */
interface Attempt {
  readonly before: ReplayedVersion;
  readonly transaction: Transaction;
}

/**
 * Maximum number of versions between the base of a commit without row changes and its own version. An older commit was
 * never completed: its process was killed.
 */
const maxDelay = 20n;

/**
 * Maximum number of commits tried, because every order of them may be possible. A correct sequence takes one or two
 * attempts per version.
 */
const maxAttempts = 5_000;
/** Maximum number of joins of files tried as the next commit; further ones are those of killed processes. */
const maxJoins = 100;

/** State before the first version. */
const noTable: ReplayedVersion = { version: 0n, state: undefined };

/**
 * Rebuilds the lost manifest of a table's newest version, or of the closest version that can be derived, from the
 * newest remaining manifest and the files of the commits after it. The caller has made a copy, and still has to verify
 * the rows that the manifest names.
 *
 * @param newest newest version before the loss
 * @returns the version that was written; `undefined` when no commit after the newest manifest is certain
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
 * Whether the newest manifest contradicts the previous one and the commit between them. Manifests have no checksum: a
 * damaged one may name fewer rows, or deleted ones, and can still be opened. If every row can be read, the manifest is
 * rejected only when the previous one is certainly correct; otherwise it is accepted only when that is certainly wrong.
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

/** The first commit that can have created the version after one with a manifest. */
function findNext(before: ReplayedVersion, unnamed: readonly Transaction[]): FoundCommit | undefined {
  for (const transaction of findCommits(before.version, unnamed, before.version)) {
    const state = applyTransaction(before.state, transaction);
    if (state !== undefined) return { transaction, state };
  }
  return undefined;
}

/** Commits that no manifest names: lost or never completed. */
async function listUnnamed(folder: string, manifests: readonly ManifestFile[]): Promise<readonly Transaction[]> {
  const named = new Set<string>();
  for (const { path } of manifests) named.add((await readStoredVersion(path))?.transaction ?? '');
  return (await listTransactions(folder)).filter(({ name }) => !named.has(name));
}

/**
 * The highest version that can be reached by applying commits. Every possible order results in the same rows, so the
 * first order that reaches `to` is used.
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

/** The next attempts, in reverse order: the first to be tried comes last. */
function attemptsAfter(before: ReplayedVersion, unnamed: readonly Transaction[], base: bigint): Attempt[] {
  return findCommits(before.version, unnamed, base)
    .map((transaction) => ({ before, transaction }))
    .toReversed();
}

/**
 * Candidates for the commit after a version. If two of them change rows, none is returned: one may have been rejected,
 * or torn by a power cut, and the other may have deleted rows.
 *
 * @param base version of the remaining manifest
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
