import { readdirSync, statSync } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { ignoreMissing } from '@lexichord/platform/internal';

import { ifThere } from '../address/if-there.js';

/** Manifest of a version, in a table's folder. */
export interface ManifestFile {
  readonly path: string;
  readonly version: bigint;
}

const tableSuffix = '.lance';
/** Folder of manifests, in a table's folder. */
const versionsFolder = '_versions';
/** File names count down from here, so that the newest comes first in a listing. */
const maxVersion = 2n ** 64n - 1n;
/** Last bytes of every file of the format. */
const magic = 'LANC';

/** Folder of a table. */
export function tableFolder(root: string, tableName: string): string {
  return join(root, tableName + tableSuffix);
}

/** Names of the tables in a folder, sorted by code unit; empty for a missing folder. */
export async function listTableFolders(root: string): Promise<readonly string[]> {
  const entries = await readdirOrNothing(root);
  const names = entries.filter((name) => name.endsWith(tableSuffix)).map((name) => name.slice(0, -tableSuffix.length));
  const isMade = await Promise.all(names.map((name) => isTable(tableFolder(root, name))));
  return names.filter((_name, index) => isMade[index]).sort();
}

/**
 * Whether a folder is a table: it has manifests, or data whose manifests are lost. A process that is killed while it
 * creates a table leaves a folder without either, which the next creation uses.
 */
async function isTable(folder: string): Promise<boolean> {
  if ((await listManifests(folder)).length > 0) return true;
  return (await readdirOrNothing(join(folder, 'data'))).length > 0;
}

/** Manifests of a table, newest first; empty for a missing table. */
export async function listManifests(folder: string): Promise<readonly ManifestFile[]> {
  return manifestsAmong(await readdirOrNothing(join(folder, versionsFolder)), folder);
}

/** Newest first. */
function manifestsAmong(names: readonly string[], folder: string): readonly ManifestFile[] {
  const manifests = names.flatMap((name) => {
    const digits = /^(\d+)\.manifest$/u.exec(name)?.[1];
    if (digits === undefined) return [];
    const number = BigInt(digits);
    return [{ path: join(folder, versionsFolder, name), version: digits.length === 20 ? maxVersion - number : number }];
  });
  return manifests.sort((a, b) => (a.version < b.version ? 1 : a.version > b.version ? -1 : 0));
}

/** Path of another version's manifest in the same folder. */
export function manifestBeside({ path, version }: ManifestFile, other: bigint): string {
  const countsDown = basename(path) === `${maxVersion - version}.manifest`;
  return join(dirname(path), `${countsDown ? maxVersion - other : other}.manifest`);
}

/** Whether a manifest is complete. A truncated one, after a crash or on a full disk, prevents opening its table. */
export async function isWholeManifest(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size < 16) return false;
    const { buffer } = await file.read({ buffer: Buffer.alloc(4), position: size - 4 });
    return buffer.toString('latin1') === magic;
  } finally {
    await file.close();
  }
}

/** Version, size and time of the newest manifest, which change with every commit; `undefined` during a drop. */
export function fingerprintFolder(folder: string): string | undefined {
  const names = ifThere(() => readdirSync(join(folder, versionsFolder))) ?? [];
  const [newest] = manifestsAmong(names, folder);
  if (newest === undefined) return undefined;
  const stats = ifThere(() => statSync(newest.path, { bigint: true }));
  return stats && `${newest.version}-${stats.size}-${millisecondsOf(stats.mtimeNs)}`;
}

/** Converts to the value of `mtimeMs` in a file's stats: copies beside the tables are marked with it. */
function millisecondsOf(ns: bigint): number {
  return Number(ns / 1_000_000_000n) * 1_000 + Number(ns % 1_000_000_000n) / 1_000_000;
}

/** Paths of everything under a folder. */
export interface FolderContents {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/**
 * Lists everything under a folder; empty for a missing folder. Skips entries that another process removes meanwhile,
 * where Node's own recursive listing would fail.
 */
export async function listFolder(folder: string): Promise<FolderContents> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(ignoreMissing)) ?? [];
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name));
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  const inner = await Promise.all(folders.map(listFolder));
  return {
    files: [...files, ...inner.flatMap((one) => one.files)],
    folders: [...folders, ...inner.flatMap((one) => one.folders)],
  };
}

/** Size in bytes of all files under a folder. A file that vanishes meanwhile counts as 0. */
export async function folderSize(folder: string): Promise<number> {
  const sizes = await Promise.all((await listFolder(folder)).files.map(sizeOrNothing));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function sizeOrNothing(path: string): Promise<number> {
  return (await stat(path).catch(ignoreMissing))?.size ?? 0;
}

async function readdirOrNothing(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch(ignoreMissing)) ?? [];
}
