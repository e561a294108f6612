import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';

/** The folder with the state of a workspace: `.lexichord` in it, or a folder in the user's cache. */
export interface IStateFolder {
  /** Absolute. Need not exist: looking at a workspace leaves nothing behind. */
  readonly path: string;
  /** Notice for people about state of another origin in the workspace, and how it was handled. */
  readonly notice: string | undefined;
  /**
   * Creates it, with a file that makes git ignore it. To be called before anything is written there.
   *
   * @throws {LexichordError} `io-failed` when it cannot be created
   * @throws {PathDeniedError} when another user's folder, or a link, has replaced it
   */
  prepare(): Promise<void>;
  /**
   * To be awaited before a store in it is opened or cleaned up.
   *
   * @throws {PathDeniedError} when another user's folder, or a link, has replaced it
   */
  verify(): Promise<void>;
  /**
   * Replaces this folder by one that was set aside, or made before origins were kept; this one is set aside instead.
   * The user confirms that it is theirs. Owners, links, manifests and all rows of tables are checked all the same.
   *
   * @param name of a folder beside it: `.lexichord.aside-1`
   * @throws {LexichordError} `not-found`, `invalid-argument` for a name that no folder set aside has, `io-failed`,
   * `storage-failed` for damaged tables
   * @throws {PathDeniedError} naming the first file that the store does not make
   */
  adopt(name: string, options?: AdoptOptions): Promise<AdoptedState>;
}
export const IStateFolder: Token<IStateFolder> = token('IStateFolder');

/** Options of an adoption. */
export interface AdoptOptions extends CallOptions {
  /** Whether damaged tables are taken up, to be repaired. Default: false. */
  readonly allowsDamage?: boolean | undefined;
}

/** The result of an adoption. */
export interface AdoptedState {
  /** The folder in use now, absolute. */
  readonly path: string;
  /** Name of the folder that was in use before, where there was one. */
  readonly setAside: string | undefined;
}
