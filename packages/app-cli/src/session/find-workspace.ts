import { lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { homeFolder, isOwnFile } from '@lexichord/platform/internal';

import type { CommandIo } from '../command-io.js';
import type { GlobalOptions } from '../command-line/command-definition.js';
import { usageError } from '../command-line/read-options.js';
import { sampleWorkspace } from './package-files.js';

const markers = ['.agent', '.lexichord', '.git'] as const;

type CommandFolders = Pick<CommandIo, 'workingDirectory' | 'environment'>;

/**
 * The folder to work in: the named one, else the nearest upwards with a marker, else the current one.
 *
 * @throws {LexichordError} `invalid-argument` when the name is no folder, or when only a home folder or the file
 * system's root is found: those must be named
 */
export function findWorkspace({ workspace }: GlobalOptions, folders: CommandFolders): string {
  const found = workspace === undefined ? findUnnamedWorkspace(folders) : namedWorkspace(workspace, folders);
  if (found !== undefined) return found;
  throw usageError(
    `"${folders.workingDirectory}" is a home folder or the root of the file system, which is used as a workspace only if named explicitly. Change to a project's folder, or name one with --workspace.`,
  );
}

/** The workspace found without `--workspace`; `undefined` when only a home folder or the root is found. */
export function findUnnamedWorkspace(folders: CommandFolders): string | undefined {
  const named = resolve(folders.workingDirectory);
  // Where two cases of a name are the same, a home folder has many names.
  const start = realPath(named) ?? named;
  const shared = sharedFolders(folders);
  for (let folder = start; !shared.has(folder); folder = dirname(folder)) {
    if (hasMarker(folder)) return folder;
  }
  return shared.has(start) ? undefined : start;
}

/**
 * The folder whose settings apply to a command that needs no workspace. In a home folder it is this package's sample
 * workspace, which has no settings.
 */
export function findSettingsFolder(globals: GlobalOptions, folders: CommandFolders): string {
  if (globals.workspace !== undefined) return findWorkspace(globals, folders);
  return findUnnamedWorkspace(folders) ?? sampleWorkspace;
}

function namedWorkspace(name: string, { workingDirectory }: CommandFolders): string {
  const folder = resolve(workingDirectory, name);
  if (isFolder(folder)) return folder;
  throw usageError(`The workspace "${name}" is not a folder. Name an existing one with --workspace.`, {
    workspace: name,
  });
}

/** Folders that hold more than one project: the root and the user's home, by each of its paths. */
function sharedFolders({ workingDirectory, environment }: CommandFolders): ReadonlySet<string> {
  const homes = [environment['HOME'], environment['USERPROFILE'], homeFolder({})].filter(
    (home) => home !== undefined && home !== '',
  ) as string[];
  const real = homes.map((home) => realPath(home) ?? home);
  const root = resolve(workingDirectory, '/');
  return new Set([root, ...homes, ...real].map((folder) => resolve(folder)));
}

/**
 * Whether a folder has a marker of this user. A marker of another user does not count, because others could turn a
 * parent folder into a workspace; nor does another user's link to an own folder.
 */
function hasMarker(folder: string): boolean {
  return markers.some((marker) => {
    const path = join(folder, marker);
    // In a linked work tree `.git` is a file.
    const found = [lookUp(() => lstatSync(path, { bigint: true })), lookUp(() => statSync(path, { bigint: true }))];
    return found.every((stats) => stats !== undefined && isOwnFile(Number(stats.uid)));
  });
}

function isFolder(path: string): boolean {
  return lookUp(() => statSync(path, { bigint: true }))?.isDirectory() === true;
}

function realPath(path: string): string | undefined {
  return lookUp(() => realpathSync.native(path));
}

/** `undefined` for what is not there, or cannot be looked at. Synchronous: a command that is answered warm waits for it. */
function lookUp<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
