import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';

/** What a read may take at most. */
export interface FileReadOptions extends CallOptions {
  /** Largest file that is read, in bytes; a larger one is refused unread. */
  readonly maxSizeBytes: number;
}

/**
 * Reads files that configure something, such as style rules, as they are on disk: without the unsaved buffers and the
 * memory of `IEditorService`, and within a size that the caller sets.
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
