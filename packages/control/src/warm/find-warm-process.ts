import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { isPrivate, recordPath, warmFolder } from './warm-folder.js';
import { type WarmRecord, parseRecord } from './warm-record.js';

/** Maximum size of a record, in bytes. */
const maxRecordBytes = 4_096;

/** Folders and environment of a command. */
export interface CommandFolders {
  /** Path given by the user; absent: searched upwards from the working directory. */
  readonly workspace: string | undefined;
  readonly workingDirectory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Finds the record of a warm process: of the given folder, otherwise of the nearest folder upwards. The process itself
 * decides whether that is the command's workspace, by the command's rules.
 */
export function findWarmProcess({ workspace, workingDirectory, environment }: CommandFolders): WarmRecord | undefined {
  const folder = warmFolder(environment);
  if (folder === undefined || !isPrivate(folder, 'folder')) return undefined;
  for (const root of workspace === undefined
    ? foldersAbove(workingDirectory)
    : [resolve(workingDirectory, workspace)]) {
    const record = readRecord(folder, root);
    if (record !== undefined) return record;
  }
  return undefined;
}

/**
 * Reads the record of a workspace. Only a private file of this user counts, and only if it names this workspace.
 *
 * @param folder private folder of records
 */
export function readRecord(folder: string, workspaceRoot: string): WarmRecord | undefined {
  const root = realPath(workspaceRoot);
  return root === undefined ? undefined : readRecordOf(folder, root);
}

/** {@link readRecord} of a workspace that need not exist. @param root absolute path, links resolved */
export function readRecordOf(folder: string, root: string): WarmRecord | undefined {
  const path = recordPath(folder, root);
  if (!isPrivate(path, 'file')) return undefined;
  const text = readSmall(path);
  const record = text === undefined ? undefined : parseRecord(text);
  return record?.workspaceRoot === root ? record : undefined;
}

/** Reads a small file; `undefined` if it is too large, or was removed since its check. */
function readSmall(path: string): string | undefined {
  try {
    return statSync(path, { bigint: true }).size > maxRecordBytes ? undefined : readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function realPath(path: string): string | undefined {
  try {
    // As the process that registers itself spells it, also where two cases of a name are the same.
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

function foldersAbove(start: string): readonly string[] {
  const folders = [resolve(start)];
  for (let above = dirname(folders[0] ?? start); above !== folders.at(-1); above = dirname(above)) folders.push(above);
  return folders;
}
