import {
  type BigIntStats,
  type Dirent,
  accessSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';

import { leavesForNetwork } from '@lexichord/platform/internal';

import { errnoOf } from '../guard/file-system-errors.js';
import { namesNetwork } from './names-network.js';

/** The repository that git would use for a folder. */
export type FoundRepository =
  /** No usable repository. */
  | { readonly kind: 'none' | 'bare' | 'unknown' }
  /** Absolute paths without links: the folder with `.git`, and the target of `.git`. */
  | { readonly kind: 'found'; readonly top: string; readonly inside: string };

/** Folders of a found repository. */
export type FoundFolders = Extract<FoundRepository, { readonly kind: 'found' }>;

/** Whether a repository belongs to its folder, and contains all its objects itself. */
export type RepositoryClaim =
  | { readonly kind: 'own' | 'foreign' }
  /** Depends on `core.worktree` in files of settings. */
  | { readonly kind: 'unsure'; readonly isNamed: boolean; readonly configs: readonly string[] };

/** Maximum size in bytes of a file with a path for git, and of a configuration. */
const maxPointerBytes = 1_000_000;

/** Number of bytes of `HEAD` that git reads. */
const maxHeadBytes = 255;

/** Beginning of a file `.git`. */
const fileMark = 'gitdir: ';

/** Folders of objects without links, by path and state. Cached, because a check takes milliseconds. */
const sealedFolders = new Set<string>();

/**
 * Finds a repository as git does: in the folder, then above it.
 *
 * @returns `unknown` for a folder that cannot be read; git itself reports the problem
 */
export function lookUpRepository(root: string): FoundRepository {
  const start = realPath(root);
  if (start === undefined) return { kind: 'unknown' };
  for (let folder = start; ; folder = dirname(folder)) {
    const inside = insideAt(join(folder, '.git'));
    // Git gives up at a `.git` file without a valid target.
    if (inside === 'nothing') return { kind: 'none' };
    if (inside !== undefined) return { kind: 'found', top: folder, inside };
    if (isRepository(folder)) return { kind: 'bare' };
    if (dirname(folder) === folder) return { kind: 'none' };
  }
}

/**
 * Checks whether a repository belongs to its folder. A downloaded archive can contain a `.git` that leads git to any
 * repository of the user. If `.git` leads out of its folder, the repository must refer back to it: by the file `gitdir`
 * of a linked work tree, or by `core.worktree`, as for a submodule.
 */
export function inspectRepository({ top, inside }: FoundFolders): RepositoryClaim {
  const common = commonFolderOf(inside);
  if (common === undefined) return { kind: 'foreign' };
  const isNamed = isIn(inside, top) || namesWorkTree(inside, top);
  const ofWorkTree = join(inside, 'config.worktree');
  // For a linked work tree, the common configuration sets the work tree only if the tree has a configuration of its
  // own.
  const readsCommon = common === inside || existsAt(ofWorkTree);
  const configs: string[] = [];
  const ofAll = join(common, 'config');
  for (const config of [ofAll, ofWorkTree].filter(existsAt)) {
    const text = readSmallFile(config);
    if (text === undefined || namesNetwork(text)) return { kind: 'foreign' };
    // The setting's name has no other spelling.
    if (/worktree/iu.test(text) && (config === ofWorkTree || readsCommon)) configs.push(config);
  }
  const isClaimed = isNamed || configs.length > 0;
  if (!isClaimed || isLink(join(inside, 'index')) || !hasOwnObjects(common)) return { kind: 'foreign' };
  return configs.length > 0 ? { kind: 'unsure', isNamed, configs } : { kind: 'own' };
}

/** Configuration files of a repository and of its work tree; they need not exist. */
export function ownSettingsFiles({ inside }: FoundFolders): readonly string[] {
  const common = commonFolderOf(inside) ?? inside;
  return [join(common, 'config'), join(inside, 'config.worktree')];
}

/** @param workTrees all values of `core.worktree` */
export function isWorkTree({ top, inside }: FoundFolders, isNamed: boolean, workTrees: readonly string[]): boolean {
  const isAll = workTrees.every((path) => isIn(targetOf(inside, path), top));
  return isAll && (isNamed || workTrees.length > 0);
}

/**
 * Whether `safe.directory` in the user's own configuration, which no archive can change, contains this folder itself,
 * not only a pattern for all folders.
 */
export function isTrusted(top: string, safeFolders: readonly string[]): boolean {
  return safeFolders.some((folder) => isAbsolute(folder) && realPath(folder) === top);
}

/** Target of a `.git`; `undefined` for one that git skips, `nothing` for a file without a valid target. */
function insideAt(path: string): string | undefined {
  if (lookAt(path)?.isDirectory() === true) return isRepository(path) ? path : undefined;
  const target = lookThrough(path);
  if (target?.isFile() === true) return insideNamedBy(path) ?? 'nothing';
  // The target of a link may belong to another user, and is not read. If it is no repository, git's search ends here.
  return target?.isDirectory() === true ? realPath(path) : undefined;
}

/** Target of `gitdir: path`; `undefined` if it does not exist. */
function insideNamedBy(file: string): string | undefined {
  const text = readPointer(file) ?? '';
  if (!text.startsWith(fileMark) || text === fileMark) return undefined;
  return targetOf(dirname(file), text.slice(fileMark.length));
}

/** The folder that a linked work tree shares with its repository; `undefined` if it refers to another one. */
function commonFolderOf(inside: string): string | undefined {
  const file = join(inside, 'commondir');
  if (!existsAt(file)) return inside;
  const path = readPointer(file);
  const common = path === undefined ? undefined : targetOf(inside, path);
  const above = dirname(inside);
  return basename(above) === 'worktrees' && dirname(above) === common ? common : undefined;
}

/** Whether the repository registers this folder as its linked work tree. */
function namesWorkTree(inside: string, top: string): boolean {
  const named = readPointer(join(inside, 'gitdir'));
  if (named === undefined || basename(named) !== '.git') return false;
  return targetOf(inside, named.slice(0, -'.git'.length)) === top;
}

/** Whether all objects are in the repository itself, without links and alternates. */
function hasOwnObjects(common: string): boolean {
  const objects = join(common, 'objects');
  try {
    const stats = lstatSync(objects, { bigint: true });
    if (!stats.isDirectory()) return false;
    const state = [objects, stats.dev, stats.ino, stats.ctimeNs].join(':');
    if (!sealedFolders.has(state)) {
      if (!hasNoLinks(objects)) return false;
      sealedFolders.add(state);
    }
  } catch {
    return false;
  }
  const alternates = join(objects, 'info/alternates');
  if (!existsAt(alternates)) return true;
  const lines = readSmallFile(alternates)?.split('\n');
  return lines?.every((line) => line === '' || line.startsWith('#')) ?? false;
}

/** @throws the errors of the file system */
function hasNoLinks(objects: string): boolean {
  const entries = entriesOf(objects);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(objects, name));
  return [...entries, ...folders.flatMap(entriesOf)].every((entry) => !entry.isSymbolicLink());
}

/** Entries of a folder; none if git has removed it meanwhile. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Whether git accepts a folder as a repository; otherwise git would search further up than this code. */
function isRepository(folder: string): boolean {
  if (!isHead(join(folder, 'HEAD'))) return false;
  const pointer = join(folder, 'commondir');
  const shared = existsAt(pointer) ? readPointer(pointer) : undefined;
  if (shared !== undefined && leavesForNetwork(shared, folder)) return false;
  const common = shared === undefined ? folder : pathFrom(folder, shared);
  try {
    for (const name of ['objects', 'refs']) accessSync(join(common, name), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether a path is a valid `HEAD`: a link to a reference, or a file with a reference or the id of a commit. */
function isHead(path: string): boolean {
  try {
    if (isLink(path)) return readlinkSync(path).startsWith('refs/');
    return /^(?:ref:[ \t\n\r]*refs\/|[0-9a-fA-F]{40})/u.test(readStart(path));
  } catch {
    return false;
  }
}

/** Joins paths without normalising them: `join` would drop `link/..`, where the system follows the link. */
export function pathFrom(folder: string, path: string): string {
  return isAbsolute(path) ? path : `${folder}${sep}${path}`;
}

/** Real path of what a file of a repository names. Nothing on another computer is looked at: it may be hostile. */
function targetOf(folder: string, path: string): string | undefined {
  return leavesForNetwork(path, folder) ? undefined : realPath(pathFrom(folder, path));
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

function isIn(path: string | undefined, folder: string): boolean {
  return path === folder || path?.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`) === true;
}

function isLink(path: string): boolean {
  return lookAt(path)?.isSymbolicLink() === true;
}

function existsAt(path: string): boolean {
  return lookAt(path) !== undefined;
}

function lookAt(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function lookThrough(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/**
 * Reads the path in a file, without trailing line ends. Other white space is a part of the path, as for git.
 * `undefined` also for a path that is not UTF-8, which git would read differently.
 */
function readPointer(path: string): string | undefined {
  const bytes = Buffer.from(readSmallFile(path) ?? '', 'latin1');
  const text = bytes.toString('utf8');
  if (bytes.length === 0 || !Buffer.from(text).equals(bytes)) return undefined;
  let { length } = text;
  while (length > 0 && '\r\n'.includes(text.charAt(length - 1))) length -= 1;
  return text.slice(0, length);
}

/**
 * Reads the part of `HEAD` that git reads, as Latin-1; empty for anything but a file.
 *
 * @throws the errors of the file system
 */
export function readStart(path: string): string {
  if (lookThrough(path)?.isFile() !== true) return '';
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(maxHeadBytes);
    return bytes.toString('latin1', 0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}

/** Reads a file as Latin-1; `undefined` for anything but a file of at most {@link maxPointerBytes} bytes. */
function readSmallFile(path: string): string | undefined {
  const stats = lookThrough(path);
  if (stats?.isFile() !== true || stats.size > maxPointerBytes) return undefined;
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}
