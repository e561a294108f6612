import type { CallOptions, IWorkspaceGuard, ListedFile, UnindexedFile } from '@lexichord/abstractions';

import type { ReadFileRow } from '../store/index-store.js';
import type { FileRow } from '../store/index-tables.js';
import { incomplete, unsettled } from '../store/stored-hash.js';
import type { DescribedFiles } from './describe-files.js';
import { type Amount, inBatches } from './in-batches.js';
import type { IndexRun } from './index-run.js';
import type { ReadFile } from './read-files.js';
import type { StoredSoFar } from './update-progress.js';

/**
 * Limits of the files of one commit, which costs as much as many rows. Between these limits a commit is as large as all
 * before. A small index is written while its files are read, and a large one has few enough commits that its tables
 * need no optimization afterwards.
 */
const minCommit: Amount = { files: 192, bytes: 3_000_000 };
const maxCommit: Amount = { files: 1_024, bytes: 8_000_000 };

/** Services for storing files. */
export interface StoreServices extends CallOptions {
  readonly run: IndexRun;
  /** Indexed files, by path. */
  readonly indexedFiles: ReadonlyMap<string, FileRow>;
  readonly onStored: (stored: StoredSoFar) => void;
}

/** The result for the files read. */
export interface StoredFiles extends StoredSoFar {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Number of read files that the next update reads again to be certain of their content. */
  readonly unsettled: number;
  readonly skipped: readonly UnindexedFile[];
  /** Each once. */
  readonly warnings: ReadonlySet<string>;
}

const nothing: StoredFiles = {
  files: 0,
  chunks: 0,
  embedded: 0,
  added: 0,
  changed: 0,
  unchanged: 0,
  unsettled: 0,
  skipped: [],
  warnings: new Set(),
};

/** Writes files to the tables as they arrive. A written batch is complete; the next update continues after it. */
export async function storeFiles(files: AsyncIterable<DescribedFiles>, services: StoreServices): Promise<StoredFiles> {
  let stored = nothing;
  for await (const batch of inBatches(files, commitAfter, amountOf)) {
    stored = sumOf(stored, await storeBatch(batch, services));
    services.onStored(stored);
  }
  return stored;
}

/** Removes files from the index; all data of denied files is deleted. */
export async function removeFiles(
  paths: readonly string[],
  { run, guard, signal }: CallOptions & { readonly run: IndexRun; readonly guard: IWorkspaceGuard },
): Promise<void> {
  if (paths.length === 0) return;
  const store = await run.store();
  const denied = paths.filter((path) => guard.isDenied(path));
  const gone = paths.filter((path) => !guard.isDenied(path));
  await store.remove(gone, denied, { signal });
  await (await run.symbols())?.remove(paths, { signal });
}

async function storeBatch(batch: readonly DescribedFiles[], services: StoreServices): Promise<StoredFiles> {
  const { indexedFiles } = services;
  const read = batch.flatMap((described) => described.read);
  const untouched = read.filter(({ chunks }) => chunks === undefined);
  await storeTimes(untouched, services);
  const written = await storeChanged(batch, services);
  const changedCount = written.filter(({ filePath }) => indexedFiles.has(filePath)).length;
  const failures = batch.flatMap(({ failure }) => failure ?? []);
  return {
    files: read.length,
    chunks: batch.reduce((sum, { rows }) => sum + rows.length, 0),
    embedded: batch.reduce((sum, { embedded }) => sum + embedded, 0),
    added: written.length - changedCount,
    changed: changedCount,
    unchanged: untouched.length,
    unsettled: read.filter(({ isSettled }) => !isSettled).length,
    skipped: read.flatMap(({ skipped }) => skipped ?? []),
    warnings: new Set(failures.map((failure) => `${failure} Until then these texts are found by words only.`)),
  };
}

/**
 * Stores new times of files with unchanged content, so that the next update need not read them, unless they are not
 * settled.
 */
async function storeTimes(files: readonly ReadFile[], { run, indexedFiles, signal }: StoreServices): Promise<void> {
  const rows = files.flatMap((read) => {
    const before = indexedFiles.get(read.file.relativePath) as FileRow;
    const now = { ...before, ...timesOf(read.file), contentHash: hashToStore(read, read.contentHash) };
    return before.modifiedMs === now.modifiedMs && before.contentHash === now.contentHash ? [] : [now];
  });
  if (rows.length === 0) return;
  await (await run.store()).touch(rows, { signal });
}

/** @returns the rows of the files that were written */
async function storeChanged(
  batch: readonly DescribedFiles[],
  { run, signal }: StoreServices,
): Promise<readonly FileRow[]> {
  const files = batch.flatMap(({ changed, failure }) => changed.map((file) => toFileRow(file, failure === undefined)));
  if (files.length === 0) return [];
  const before = batch.flatMap(({ stored }) => stored ?? []);
  const stored = before.length > 0 ? before : [await run.storedNow(files.map(({ filePath }) => filePath))];
  const chunks = batch.flatMap(({ rows }) => rows);
  const changed = batch.flatMap((described) => described.changed);
  const store = await run.store();
  // Concurrently, since each waits for the disk; waits for both, so that none runs on after a failure.
  const outcomes = await Promise.allSettled([
    storeSymbols(changed, { run, signal }),
    store.writeChunks({ files, chunks, stored }, { signal }),
  ]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  const written = await store.writeFiles({ files, chunks }, { signal });
  run.noteWritten(written);
  return written;
}

async function storeSymbols(
  files: readonly ReadFile[],
  { run, signal }: Pick<StoreServices, 'run' | 'signal'>,
): Promise<void> {
  const store = await run.symbols();
  const rows = files.flatMap(({ file, contentHash, symbols, chunks = [] }) => {
    // The chunks of a file that became empty or unreadable are removed.
    const isEmptied = symbols === undefined && chunks.length === 0 && !run.isFirst;
    if (symbols === undefined && !isEmptied) return [];
    return [{ filePath: file.relativePath, contentHash, symbols: symbols ?? '' }];
  });
  await store?.write(rows, { signal });
}

function sumOf(a: StoredFiles, b: StoredFiles): StoredFiles {
  return {
    files: a.files + b.files,
    chunks: a.chunks + b.chunks,
    embedded: a.embedded + b.embedded,
    added: a.added + b.added,
    changed: a.changed + b.changed,
    unchanged: a.unchanged + b.unchanged,
    unsettled: a.unsettled + b.unsettled,
    skipped: [...a.skipped, ...b.skipped],
    warnings: new Set([...a.warnings, ...b.warnings]),
  };
}

function commitAfter(before: Amount): Amount {
  const between = (min: number, value: number, max: number): number => Math.min(max, Math.max(min, value));
  return {
    files: between(minCommit.files, before.files, maxCommit.files),
    bytes: between(minCommit.bytes, before.bytes, maxCommit.bytes),
  };
}

function amountOf({ read }: DescribedFiles): Amount {
  return { files: read.length, bytes: read.reduce((sum, { file }) => sum + file.sizeBytes, 0) };
}

function toFileRow(read: ReadFile, isComplete: boolean): ReadFileRow {
  const { file, contentHash } = read;
  return {
    filePath: file.relativePath,
    ...timesOf(file),
    contentHash: hashToStore(read, isComplete ? contentHash : incomplete(contentHash)),
  };
}

function hashToStore({ isSettled }: ReadFile, contentHash: string): string {
  return isSettled ? contentHash : unsettled(contentHash);
}

function timesOf({ sizeBytes, modifiedMs }: ListedFile): Pick<FileRow, 'sizeBytes' | 'modifiedMs'> {
  return { sizeBytes, modifiedMs };
}
