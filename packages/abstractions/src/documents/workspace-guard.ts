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
