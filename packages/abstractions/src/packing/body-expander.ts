import type { CallOptions } from '../services/call-options.js';
import type { WithheldSecret } from '../services/secret-scanner.js';
import { type Token, token } from '../token.js';
import type { LineRange } from '../search/chunker.js';

/** The lines of a handle. */
export interface ExpandedBody extends LineRange {
  /** `path:start-end@hash8` of the lines at their present position. */
  readonly handle: string;
  /** Relative to the workspace, forward slashes. */
  readonly filePath: string;
  /** The lines exactly as they are in the file, line ends included; without those that hold secrets. */
  readonly content: string;
  /** Tokens of `content`. */
  readonly tokenCount: number;
  /** Language id such as `typescript`. */
  readonly language: string;
  /** Secrets that were left out of the content, with their locations. */
  readonly secrets: readonly WithheldSecret[];
  /** Warnings, one sentence each, such as that the file is not UTF-8. */
  readonly warnings: readonly string[];
}

/** Expands the handle of a chunk, which is its id, to its lines. */
export interface IBodyExpander {
  /**
   * Reads the file through the guard. Lines that have moved within their file are found; in a very long file only near
   * their former position.
   *
   * @param handle `path:start-end@hash8`, as an outline shows it; without the hash, the present lines
   * @throws {LexichordError} `invalid-argument` for a text that is no handle, or a handle of a tool's output;
   * `content-changed` when the file no longer has these lines; `path-denied`, `not-found` and the other errors of
   * reading a file; the signal's reason
   */
  expand(handle: string, options?: CallOptions): Promise<ExpandedBody>;
}
export const IBodyExpander: Token<IBodyExpander> = token('IBodyExpander');
