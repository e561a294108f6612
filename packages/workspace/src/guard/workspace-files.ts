import { type CallOptions, type GuardedPath, type IWorkspaceGuard, type Token, token } from '@lexichord/abstractions';

/** A path that passed the guard, with fingerprints of the file's state. */
export interface GuardedFile extends GuardedPath {
  /** Device and file number. Differs for another file with the same path. */
  readonly fileId: string;
  /** Differs whenever the file was written to, within the precision of the file system's clock. */
  readonly contentId: string;
}

/** A checked path whose file need not exist. */
export interface LocatedPath {
  /** Relative to the workspace, forward slashes, links in existing folders resolved. */
  readonly relativePath: string;
  readonly absolutePath: string;
}

/** Functions of the guard inside this package, beside its public contract. */
export interface IWorkspaceFiles extends IWorkspaceGuard {
  /** `check` with the editor's cache keys. `Infinity` as `maxSizeBytes` allows any size. */
  checkFile(path: string, options: CallOptions & { readonly maxSizeBytes: number }): Promise<GuardedFile>;
  /**
   * Location of an unsaved buffer. The path passes every rule of `check` except that the file need not exist.
   *
   * @throws {PathDeniedError}
   */
  locate(path: string): LocatedPath;
  /** Reads `.agentignore` again if it has changed; `isDenied` does not. @throws {LexichordError} `io-failed` */
  refreshRules(): void;
  /** {@link locate} without the deny list, for discarding a buffer after a rule was added. */
  locateUnchecked(path: string): LocatedPath;
}
export const IWorkspaceFiles: Token<IWorkspaceFiles> = token('IWorkspaceFiles');
