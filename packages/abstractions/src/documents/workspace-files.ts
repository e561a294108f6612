import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';

/** The file in the workspace's root that adds denials, in the syntax of `.gitignore`. */
export const agentIgnoreFileName = '.agentignore';

/** A path that passed the guard. */
export interface GuardedPath {
  /** Relative to the workspace, forward slashes. What people and models see. */
  readonly relativePath: string;
  /** Absolute, symbolic links resolved. For reading only; never printed. */
  readonly absolutePath: string;
  /** Size when it was checked. */
  readonly sizeBytes: number;
  /** Modification time when it was checked, in milliseconds since the Unix epoch. */
  readonly modifiedMs: number;
}

/** Decides which files may be read. Every path passes here first (T-016 AC-020..027, threat 4). */
export interface IWorkspaceGuard {
  /** Absolute, symbolic links resolved. */
  readonly root: string;
  /**
   * @param path relative to the workspace, or absolute inside it
   * @throws {PathDeniedError} if it leaves the workspace, also through a link, or is on the deny list
   * @throws {LexichordError} `not-found`; `invalid-argument` for something that is not a regular file;
   * `file-too-large`
   */
  check(path: string, options?: CallOptions): Promise<GuardedPath>;
  /** Whether the deny list or `.agentignore` rules the path out, without touching the disk. */
  isDenied(relativePath: string): boolean;
}
export const IWorkspaceGuard: Token<IWorkspaceGuard> = token('IWorkspaceGuard');

/** A file of the workspace in the listing of its folder; its content is not read. */
export interface ListedFile {
  /** Relative to the workspace, forward slashes. */
  readonly relativePath: string;
  readonly sizeBytes: number;
  /** Milliseconds since the Unix epoch. */
  readonly modifiedMs: number;
  /** Language id by file name. */
  readonly language: string;
}

/** How long what a listing warns of goes on. */
export interface ListingWarning {
  /**
   * Whether another listing warns of the same as long as {@link IWorkspaceListing.version} gives the same text. Otherwise
   * only another one can tell, as after a time limit of git.
   */
  readonly isLasting: boolean;
}

/** Options of a listing. */
export interface ListOptions extends CallOptions {
  /** Files and folders relative to the workspace; absent: everything. */
  readonly paths?: readonly string[] | undefined;
  /** Called with one sentence when more files are left out than git would leave out, or a folder cannot be read. */
  readonly onWarning?: ((warning: string, about: ListingWarning) => void) | undefined;
  /**
   * Called for each folder that is there and whose files could not be listed, or not all of them: relative to the
   * workspace, with a slash at the end; empty for the root. What was known of it need not have gone.
   */
  readonly onUnreadFolder?: ((path: string) => void) | undefined;
  /**
   * Called in a whole listing for the folders in which files of the workspace are or could come to be, also empty ones,
   * as far as that is known: relative to the workspace, with a slash at the end; empty for the root.
   */
  readonly onFolder?: ((path: string) => void) | undefined;
}

/**
 * The files that belong to a workspace by the rules of the guard, `.gitignore` and `.agentignore`. What git tracks
 * belongs to it although `.gitignore` names it, unless the guard denies it.
 */
export interface IWorkspaceListing {
  /**
   * Files in the order of their paths: what the guard denies and what git would ignore is left out, links are not
   * followed. A folder that cannot be read is passed over, with a warning.
   *
   * @throws {LexichordError} `not-found`, {PathDeniedError} for a path of `paths`; the signal's reason
   */
  list(options?: ListOptions): AsyncIterable<ListedFile>;
  /**
   * Stands for the files as they are now: where it is the same text as before a whole listing, another one would give the
   * same. `undefined`, or absent: only listing them tells.
   *
   * @throws the signal's reason
   */
  version?(options?: CallOptions): Promise<string | undefined>;
}
export const IWorkspaceListing: Token<IWorkspaceListing> = token('IWorkspaceListing');

/** Recognises the texts of packs, so that a pack that was saved in the workspace is no source of another pack. */
export interface IPackedTexts {
  /**
   * Remembers that a text was packed, in the folder of state and for all processes. Of the text there is nothing but a
   * hash. Several processes can do so at once.
   *
   * @throws what the file system throws
   */
  remember(text: string): Promise<void>;
}

export const IPackedTexts: Token<IPackedTexts> = token('IPackedTexts');

/** Limits of a read. */
export interface FileReadOptions extends CallOptions {
  /** Largest file that is read, in bytes; a larger one is refused unread. */
  readonly maxSizeBytes: number;
}

/**
 * Reads configuration files, such as style rules, from disk: without the unsaved buffers and cache of
 * `IEditorService`, and within a maximum size.
 */
export interface IWorkspaceFileReader {
  /**
   * The bytes of one version of the file.
   *
   * @param path relative to the workspace, or absolute inside it
   * @throws what `IWorkspaceGuard.check` throws; {LexichordError} `io-failed` for a file that cannot be read or is
   * never at rest
   */
  readBytes(path: string, options: FileReadOptions): Promise<Uint8Array>;
}
export const IWorkspaceFileReader: Token<IWorkspaceFileReader> = token('IWorkspaceFileReader');

/** Recent changes according to git. Paths are relative to the workspace, with forward slashes. */
export interface RecentChanges {
  /** When a file was last committed, in milliseconds since the Unix epoch; files with older commits are not here. */
  readonly committedMs: ReadonlyMap<string, number>;
  /**
   * Files with changes that are not committed, and files that git does not know or ignores. A folder has a slash at
   * its end and stands for all in it.
   */
  readonly uncommitted: ReadonlySet<string>;
  /** Commits before this time were not looked at, in milliseconds since the Unix epoch. */
  readonly sinceMs: number;
}

/** Whether a file has changes that are not committed, or is in a folder that git does not know or ignores. */
export function isUncommitted(filePath: string, { uncommitted }: Pick<RecentChanges, 'uncommitted'>): boolean {
  if (uncommitted.has(filePath)) return true;
  for (let slash = filePath.indexOf('/'); slash >= 0; slash = filePath.indexOf('/', slash + 1)) {
    if (uncommitted.has(filePath.slice(0, slash + 1))) return true;
  }
  return false;
}

/** The history of the workspace's files (T-016 AC-080, AC-081, AC-144). */
export interface IGitHistory {
  /**
   * One pass over the commits of the last months, remembered until the branch moves. `undefined` where there is no
   * repository, or no git. Runs nothing that the repository's own configuration names.
   *
   * @throws the signal's reason
   */
  recentChanges(options?: CallOptions): Promise<RecentChanges | undefined>;
}
export const IGitHistory: Token<IGitHistory> = token('IGitHistory');
