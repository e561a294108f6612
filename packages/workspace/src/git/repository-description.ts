import { lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { contentIdOf, fileIdOf } from '@lexichord/platform/internal';

import { type GitRun, type NoHistoryReason, type Repository, findRepository } from './find-repository.js';
import { lookUpRepository, ownSettingsFiles, readStart } from './own-repository.js';
import { type RepositorySettings, readSettings } from './read-settings.js';
import { runGit } from './run-git.js';

/** Maximum number of lines of a path with line feeds in its names. */
const maxPathLines = 1_000;

/** Git's description of a repository, and the files that it depends on, except for the commits. */
export interface RepositoryDescription extends RepositorySettings {
  readonly repository: Repository;
  /** Fingerprint of the location and of `files`; `undefined` while these do not determine the description. */
  readonly state: string | undefined;
}

/**
 * Reads the repository and its settings from git.
 *
 * @param before last description, whose files are checked before git reads them. Absent for the first query, which is
 * the only one of most processes; no state is collected then
 * @throws the signal's reason
 */
export async function describeRepository(
  run: GitRun,
  before?: RepositoryDescription,
): Promise<RepositoryDescription | NoHistoryReason> {
  const expected = before?.files;
  const state = expected && stateOf(run.root, expected);
  const [repository, { filters, files }, isLookedAt] = await Promise.all([
    findRepository(run),
    readSettings(run),
    state !== undefined && isLocationOfGit(run),
  ]);
  if (typeof repository === 'string') return repository;
  const isWhole = isLookedAt && files !== undefined && [...files].every((file) => expected?.has(file));
  // The state also covers a subset of the checked files.
  return isWhole ? { repository, filters, files: expected, state } : { repository, filters, files, state: undefined };
}

/** Whether git finds the repository at the same location as this process. */
async function isLocationOfGit(run: GitRun): Promise<boolean> {
  const folders = lookUpRepository(run.root);
  const lines: string[] = [];
  await runGit({
    ...run,
    args: ['rev-parse', '--absolute-git-dir'],
    separator: '\n',
    onItem: (line) => lines.push(line) < maxPathLines,
  });
  return folders.kind === 'found' && lines.join('\n') === folders.inside;
}

/** Whether the repository's location and settings are unchanged. */
export function isUnchanged({ state, files = new Set() }: RepositoryDescription, root: string): boolean {
  return state !== undefined && stateOf(root, files) === state;
}

/**
 * Fingerprint of the repository's location and of the files, existing or not. `undefined` if it cannot be determined.
 */
function stateOf(root: string, files: ReadonlySet<string>): string | undefined {
  const folders = lookUpRepository(root);
  if (folders.kind !== 'found') return undefined;
  const { top, inside } = folders;
  // A link may lead git elsewhere than this process.
  if (ownSettingsFiles(folders).some((path) => linkState(path).isLink)) return undefined;
  return JSON.stringify([
    ...[top, linkState(join(top, '.git')).state, inside, linkState(join(inside, 'commondir')).state],
    ...[...new Set([...ownSettingsFiles(folders), ...files])].map((path) => [path, fileState(path)]),
  ]);
}

/**
 * Fingerprint of the repository's location, its own settings and the commit that is checked out. `undefined` while
 * files do not determine them, as in a linked work tree and in a folder of the work tree.
 */
export function checkoutState(root: string): string | undefined {
  const head = headState(root);
  const repository = head === undefined ? undefined : stateOf(root, new Set([join(root, '.git/shallow')]));
  return repository === undefined ? undefined : JSON.stringify([repository, head]);
}

/** Fingerprint of the index of the repository that contains a folder; `undefined` if it cannot be determined. */
export function indexState(root: string): string | undefined {
  const folders = lookUpRepository(root);
  if (folders.kind !== 'found') return undefined;
  const { top, inside } = folders;
  const index = fileState(join(inside, 'index'));
  return index === 'unknown' ? undefined : JSON.stringify([top, inside, index]);
}

/** Content of the file of a branch, with its line end; empty for one that is only in `packed-refs`. */
const branchPattern = /^(?:[0-9a-f]{40,64}\n)?$/u;

/**
 * Fingerprint of the commit that is checked out, which changes when the branch changes or moves. `undefined` if files
 * do not determine it, as in a repository with another format of references, where a branch names another one, and
 * where the repository is not that of the folder's own `.git`.
 *
 * @param root real path
 */
export function headState(root: string): string | undefined {
  const gitFolder = join(root, '.git');
  const folders = lookUpRepository(root);
  if (folders.kind !== 'found' || folders.inside !== gitFolder) return undefined;
  // The references of a linked work tree are elsewhere.
  if (linkState(join(gitFolder, 'commondir')).state !== 'absent') return undefined;
  try {
    // With the line end, which a longer name that is cut off lacks.
    const head = readStart(join(gitFolder, 'HEAD'));
    if (/^[0-9a-f]{40,64}\n$/u.test(head)) return head;
    const reference = /^ref: (?<name>refs\/heads\/[^\0\n]+)\n$/u.exec(head)?.groups?.['name'];
    if (reference === undefined || reference.split('/').some((part) => part.startsWith('.'))) return undefined;
    if (!branchPattern.test(readStart(join(gitFolder, reference)))) return undefined;
    const files = [reference, 'packed-refs'].map((name) => fileState(join(gitFolder, name)));
    return files.includes('unknown') ? undefined : JSON.stringify([reference, ...files]);
  } catch {
    return undefined;
  }
}

/** Fingerprint of a path, of the link itself if it is one. */
function linkState(path: string): { readonly state: string; readonly isLink: boolean } {
  try {
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined) return { state: 'absent', isLink: false };
    // The contents of a folder do not matter.
    const state = stats.isDirectory() ? `folder ${fileIdOf(stats)}` : contentIdOf(stats);
    return { state, isLink: stats.isSymbolicLink() };
  } catch {
    return { state: 'unknown', isLink: false };
  }
}

/** Fingerprint of a file, following links. */
function fileState(path: string): string {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats === undefined ? 'absent' : contentIdOf(stats);
  } catch {
    return 'unknown';
  }
}
