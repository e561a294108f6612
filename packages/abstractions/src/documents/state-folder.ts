import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';

/** The folder with the state of a workspace: `.lexichord` in it, or a folder in the user's cache. */
export interface IStateFolder {
  /** Absolute. Need not exist: reading a workspace creates no files. */
  readonly path: string;
  /** Notice for people about state of another origin in the workspace, and how it was handled. */
  readonly notice: string | undefined;
  /**
   * Creates the folder, with a file that makes git ignore it. Call it before writing there.
   *
   * @throws {LexichordError} `io-failed` when it cannot be created
   * @throws {PathDeniedError} when another user's folder, or a link, has replaced it
   */
  prepare(): Promise<void>;
  /**
   * Verifies the folder. Await it before opening or cleaning up a store there.
   *
   * @throws {PathDeniedError} when another user's folder, or a link, has replaced it
   */
  verify(): Promise<void>;
  /**
   * Replaces this folder by one that was set aside, or made before origins were kept; this one is set aside instead.
   * The user confirms its origin; owners, links, manifests and all rows of tables are checked nevertheless.
   *
   * @param name of a folder beside it: `.lexichord.aside-1`
   * @throws {LexichordError} `not-found`, `invalid-argument` for a name of no folder set aside, `io-failed`,
   * `storage-failed` for damaged tables
   * @throws {PathDeniedError} naming the first file that is not of the store
   */
  adopt(name: string, options?: AdoptOptions): Promise<AdoptedState>;
}
export const IStateFolder: Token<IStateFolder> = token('IStateFolder');

/** Options of an adoption. */
export interface AdoptOptions extends CallOptions {
  /** Whether damaged tables are adopted, to be repaired later. Default: false. */
  readonly allowsDamage?: boolean | undefined;
}

/** The result of an adoption. */
export interface AdoptedState {
  /** The folder in use now, absolute. */
  readonly path: string;
  /** Name of the folder that was in use before, if any. */
  readonly setAside: string | undefined;
}
