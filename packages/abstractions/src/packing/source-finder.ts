import type { WorkspaceChange } from '../documents/workspace-change.js';
import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';
import type { LineRange } from '../search/chunker.js';
import type { PendingContextSource } from './context-source.js';
import type { PreviousPack } from './previous-pack.js';

/** Output of a tool: test results, a stack trace, a diff, a log. */
export interface ToolOutput {
  /** Such as the file's name, or `stdin`. */
  readonly name: string;
  /**
   * The whole text, or a function that opens a stream of UTF-8 or pieces of text, read once during the pack. A very
   * long output is reduced to its beginning, its end, and the parts between with most of the task's words.
   */
  readonly text: string | (() => AsyncIterable<Uint8Array | string>);
  /**
   * Whether it is read to its end before the pack begins, without a time limit, as for the output of a running test.
   * Default false: it must arrive within the time limit of the pack.
   */
  readonly isAwaited?: boolean | undefined;
}

/** Lines that the user names, such as those at a cursor. */
export interface NamedLines extends LineRange {
  /** Relative to the workspace, or absolute inside it. */
  readonly path: string;
}

/** A task, and the sources that a caller names for it. */
export interface SourceRequest {
  /** Query of the search; the files and lines that it names are looked up. */
  readonly task: string;
  /** Relative to the workspace, or absolute inside it. */
  readonly openFiles?: readonly string[] | undefined;
  /** The most important lines, in addition to those that the task and the tool outputs name; most important first. */
  readonly anchors?: readonly NamedLines[] | undefined;
  /** Relative to the workspace, or absolute inside it: files that the task needs, in addition to found ones. */
  readonly references?: readonly string[] | undefined;
  /** A change of the workspace; unchanged code that it affects is looked up. */
  readonly change?: WorkspaceChange | undefined;
  /** Outputs of tools; the files and lines that they name are looked up. */
  readonly toolOutputs?: readonly ToolOutput[] | undefined;
  /** The previous pack; its lines that are still in their files are sources, too. */
  readonly previous?: PreviousPack | undefined;
  /** Files that the search skips because the caller has them already, relative to the workspace. */
  readonly excludedFiles?: readonly string[] | undefined;
  /** Maximum number of hits of the search. Absent: the configuration's. */
  readonly searchHits?: number | undefined;
}

/** Finds the sources of a task (T-016 FR-016-27..30). */
export interface ISourceFinder {
  /**
   * Finds the sources of a request. Only awaited outputs are read; everything else is read when it is loaded.
   *
   * @throws the signal's reason
   */
  find(request: SourceRequest, options?: CallOptions): Promise<readonly PendingContextSource[]>;
}
export const ISourceFinder: Token<ISourceFinder> = token('ISourceFinder');
