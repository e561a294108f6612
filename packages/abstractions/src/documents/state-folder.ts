import { type Token, token } from '../token.js';

/** Where Lexichord keeps what it remembers of a workspace: `.lexichord` in it, or in the user's cache folder. */
export interface IStateFolder {
  /** Absolute. Need not exist: looking at a workspace leaves nothing behind. */
  readonly path: string;
  /**
   * Creates it, with a file that makes git ignore it. To be called before anything is written there.
   *
   * @throws {LexichordError} `io-failed` when it cannot be created, or is a link
   */
  prepare(): Promise<void>;
}
export const IStateFolder: Token<IStateFolder> = token('IStateFolder');
