import { lstatSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { contentIdOf, fileIdOf } from '../guard/workspace-guard.js';
import { type GitRun, type NoHistoryReason, type Repository, findRepository } from './find-repository.js';
import { lookUpRepository, ownSettingsFiles } from './own-repository.js';
import { type RepositorySettings, readSettings } from './read-settings.js';
import { runGit } from './run-git.js';

/** Of a path whose folders have line feeds in their names. */
const maxPathLines = 1_000;

/** A longer file is not one that git has written, in bytes. */
const maxHeadBytes = 4_096;

/** Git's description of a repository, and the files that it depends on, apart from the commits. */
export interface RepositoryDescription extends RepositorySettings {
  readonly repository: Repository;
  /** Fingerprint of the location and of `files`; `undefined` while these do not determine the description. */
  readonly state: string | undefined;
}

/**
 * Asks git for the repository and its settings.
 *
 * @param before the last description: its files are checked before git reads them. Absent for the first question, which
 *   is the only one of most processes; nothing is collected for a second one then
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
  // Fewer files are as good as those that were looked at.
  return isWhole ? { repository, filters, files: expected, state } : { repository, filters, files, state: undefined };
}

/** Whether git has the repository where this process sees it. */
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

/** Whether the repository's location and settings are as described. */
export function isUnchanged({ state, files = new Set() }: RepositoryDescription, root: string): boolean {
  return state !== undefined && stateOf(root, files) === state;
}

/**
 * A fingerprint that changes when the repository is another one, or when one of the files changes, appears or
 * disappears. `undefined` where that cannot be determined.
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
 * A fingerprint of the commit that is checked out: it is another one when the branch changes or moves. `undefined` where
 * that cannot be told from files, as in a repository with another format of references.
 *
 * @param gitFolder of a repository whose work tree is its only one
 */
export function headState(gitFolder: string): string | undefined {
  try {
    const head = readFileSync(join(gitFolder, 'HEAD'), 'latin1');
    if (head.length > maxHeadBytes) return undefined;
    if (/^[0-9a-f]{40,64}\n?$/u.test(head)) return head;
    const reference = /^ref: (?<name>refs\/heads\/[^\0\n]+)\n?$/u.exec(head)?.groups?.['name'];
    if (reference === undefined || reference.split('/').some((part) => part.startsWith('.'))) return undefined;
    const files = [reference, 'packed-refs'].map((name) => fileState(join(gitFolder, name)));
    return files.includes('unknown') ? undefined : JSON.stringify([reference, ...files]);
  } catch {
    return undefined;
  }
}

/** Of the path itself, where it is a link. */
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

/** Of the file that a link leads to. */
function fileState(path: string): string {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats === undefined ? 'absent' : contentIdOf(stats);
  } catch {
    return 'unknown';
  }
}
