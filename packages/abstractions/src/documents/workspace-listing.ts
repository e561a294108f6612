import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';

/** A file of the workspace, as its folder lists it. Nothing of its content is known. */
export interface ListedFile {
  /** Relative to the workspace, forward slashes. */
  readonly relativePath: string;
  readonly sizeBytes: number;
  /** Milliseconds since the Unix epoch. */
  readonly modifiedMs: number;
  /** Language id by file name. */
  readonly language: string;
}

/** What is listed. */
export interface ListOptions extends CallOptions {
  /** Files and folders relative to the workspace; absent: everything. */
  readonly paths?: readonly string[] | undefined;
  /** Told in a sentence when more is left out than git would leave out. */
  readonly onWarning?: ((warning: string) => void) | undefined;
}

/**
 * The files that belong to a workspace by the rules of the guard, `.gitignore` and `.agentignore`. What git tracks belongs to it
 * although `.gitignore` names it, unless the guard denies it.
 */
export interface IWorkspaceListing {
  /**
   * Files in the order of their paths: what the guard denies and what git would ignore is left out, links are not
   * followed. A folder that cannot be read is passed over.
   *
   * @throws {LexichordError} `not-found`, {PathDeniedError} for a path of `paths`; the signal's reason
   */
  list(options?: ListOptions): AsyncIterable<ListedFile>;
}
export const IWorkspaceListing: Token<IWorkspaceListing> = token('IWorkspaceListing');
