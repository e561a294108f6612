import { rm } from 'node:fs/promises';

import type { OpenStore } from '../database/store-session.js';
import { type ManifestFile, listManifests, tableFolder } from '../database/table-files.js';
import { findFlushedVersion } from '../durability/flush-marks.js';
import { replayLostCommits } from './replay-commits.js';

interface UnopenedTable {
  readonly root: string;
  readonly name: string;
  /** Whether the newest manifest can be opened but is wrong. */
  readonly isContradicted: boolean;
  /** Whether the commits of lost manifests are replayed. */
  readonly replays: boolean;
}

/** Version of a table that remains after its unreadable manifests were removed. */
export interface OpenedVersion {
  /** Number of commits that it no longer contains. */
  readonly lostCommits: number;
  /** Whether the repair wrote its manifest. */
  readonly isReplayed: boolean;
}

/**
 * Removes the newest manifests until the store can open one, then replays the commits after it.
 *
 * @returns `undefined` when no manifest is left
 */
export async function openNewest(
  store: OpenStore,
  { root, name, isContradicted, replays }: UnopenedTable,
): Promise<OpenedVersion | undefined> {
  const folder = tableFolder(root, name);
  const before = await newestManifest(folder);
  const newest = greater(before?.version, await findFlushedVersion(folder));
  if (isContradicted && before !== undefined) await rm(before.path);
  await removeUnreadableManifests(store, root, name);
  const replayed = replays ? await replayLostCommits(folder, newest) : undefined;
  // Returns what the replay wrote if the store cannot open that either.
  if (replayed !== undefined) await removeUnreadableManifests(store, root, name);
  const opened = await newestManifest(folder);
  if (opened === undefined) return undefined;
  return { lostCommits: Number(newest - opened.version), isReplayed: opened.version === replayed };
}

async function removeUnreadableManifests(store: OpenStore, root: string, name: string): Promise<void> {
  for (const { path } of await listManifests(tableFolder(root, name))) {
    // A separate connection, because a connection caches the tables it has opened.
    const connection = await store.connectStill();
    try {
      await (await connection.openTable(name)).schema();
      return;
    } catch {
      await rm(path);
    } finally {
      connection.close();
    }
  }
}

async function newestManifest(folder: string): Promise<ManifestFile | undefined> {
  return (await listManifests(folder))[0];
}

function greater(one = 0n, other = 0n): bigint {
  return one > other ? one : other;
}
