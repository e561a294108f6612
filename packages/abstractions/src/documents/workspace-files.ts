import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';

/** The file in the workspace's root that adds denials, in the syntax of `.gitignore`. */
export const agentIgnoreFileName = '.agentignore';

/** Path of the workspace's configuration, relative to the workspace, with forward slashes. */
export const workspaceConfigurationPath = '.agent/config.yml';

/** A path that passed the guard. */
export interface GuardedPath {
  /** Relative to the workspace, forward slashes; shown to people and models. */
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

/** Duration of the cause of a warning. */
export interface ListingWarning {
  /**
   * Whether listings give the warning again as long as {@link IWorkspaceListing.version} returns the same text.
   * Otherwise only another listing shows that, as after a time limit of git.
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
   * Called for each existing folder whose files could not be listed, or not all of them: relative to the workspace,
   * with a slash at the end; empty for the root. Files found there before may still exist.
   */
  readonly onUnreadFolder?: ((path: string) => void) | undefined;
  /**
   * Called in a whole listing for the folders that contain files of the workspace or could contain some, also empty
   * ones, as far as they are determined: relative to the workspace, with a slash at the end; empty for the root.
   */
  readonly onFolder?: ((path: string) => void) | undefined;
}

/**
 * Lists the files that belong to a workspace by the rules of the guard, `.gitignore` and `.agentignore`. Files tracked
 * by git belong to it although `.gitignore` names them, unless the guard denies them.
 */
export interface IWorkspaceListing {
  /**
   * Lists files in the order of their paths. Files that the guard denies or git would ignore are left out; links are
   * not followed. A folder that cannot be read is skipped with a warning.
   *
   * @throws {LexichordError} `not-found`, {PathDeniedError} for a path of `paths`; the signal's reason
   */
  list(options?: ListOptions): AsyncIterable<ListedFile>;
  /**
   * Version of the present files: if a whole listing began with the same text, another one gives the same files.
   * `undefined`, or absent: only a listing can tell.
   *
   * @throws the signal's reason
   */
  version?(options?: CallOptions): Promise<string | undefined>;
}
export const IWorkspaceListing: Token<IWorkspaceListing> = token('IWorkspaceListing');

/** Recognises the texts of packs, so that a pack that was saved in the workspace is no source of another pack. */
export interface IPackedTexts {
  /**
   * Remembers that a text was packed, in the folder of state and for all processes. Only a hash of the text is stored.
   * Safe for concurrent processes.
   *
   * @throws the errors of the file system
   */
  remember(text: string): Promise<void>;
}

export const IPackedTexts: Token<IPackedTexts> = token('IPackedTexts');

/** Limits of a read. */
export interface FileReadOptions extends CallOptions {
  /** Maximum size of a file, in bytes; a larger one is refused unread. */
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
   * @throws the errors of `IWorkspaceGuard.check`; {LexichordError} `io-failed` for a file that cannot be read or
   * changes all the time
   */
  readBytes(path: string, options: FileReadOptions): Promise<Uint8Array>;
}
export const IWorkspaceFileReader: Token<IWorkspaceFileReader> = token('IWorkspaceFileReader');

/** Recent changes according to git. Paths are relative to the workspace, with forward slashes. */
export interface RecentChanges {
  /** When a file was last committed, in milliseconds since the Unix epoch; files with older commits are missing. */
  readonly committedMs: ReadonlyMap<string, number>;
  /**
   * Files with changes that are not committed, and files that git does not track or ignores. A folder has a slash at
   * its end and includes all files in it.
   */
  readonly uncommitted: ReadonlySet<string>;
  /** Commits before this time were not read, in milliseconds since the Unix epoch. */
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
   * Changes from one pass over the commits of the last months, cached until the branch moves. `undefined` where there
   * is no repository, or no git. Runs nothing that the repository's own configuration names.
   *
   * @throws the signal's reason
   */
  recentChanges(options?: CallOptions): Promise<RecentChanges | undefined>;
}
export const IGitHistory: Token<IGitHistory> = token('IGitHistory');
