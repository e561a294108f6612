import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { isPrivate, recordPath, warmFolder } from './warm-folder.js';
import { type WarmRecord, parseRecord } from './warm-record.js';

/** A record is a few words. */
const maxRecordBytes = 4_096;

/** The environment of a command. */
export interface CommandFolders {
  /** As the user named it; absent: found upwards from the working directory. */
  readonly workspace: string | undefined;
  readonly workingDirectory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * The record of a process that holds the workspace warm, if there is one: of the named folder, else of the nearest one
 * upwards. Whether that is the command's workspace the process itself decides, by the command's own rules.
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
 * The record of a workspace. Only a private file of this user counts, and only if it names this workspace.
 *
 * @param folder private
 */
export function readRecord(folder: string, workspaceRoot: string): WarmRecord | undefined {
  const root = realPath(workspaceRoot);
  return root === undefined ? undefined : readRecordOf(folder, root);
}

/** As {@link readRecord}, of a workspace that need not be there. @param root absolute, links resolved */
export function readRecordOf(folder: string, root: string): WarmRecord | undefined {
  const path = recordPath(folder, root);
  if (!isPrivate(path, 'file')) return undefined;
  const text = readSmall(path);
  const record = text === undefined ? undefined : parseRecord(text);
  return record?.workspaceRoot === root ? record : undefined;
}

/** Also of a record that was replaced or removed since it was looked at. */
function readSmall(path: string): string | undefined {
  try {
    return statSync(path, { bigint: true }).size > maxRecordBytes ? undefined : readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function foldersAbove(start: string): readonly string[] {
  const folders = [resolve(start)];
  for (let above = dirname(folders[0] ?? start); above !== folders.at(-1); above = dirname(above)) folders.push(above);
  return folders;
}
