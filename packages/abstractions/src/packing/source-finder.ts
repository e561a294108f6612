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
   * All of it, or what opens a stream of it: UTF-8 or pieces of text. It is read once, while the pack is made. Of a very
   * long output the pack has the beginning, the end, and what has most of the task's words between them.
   */
  readonly text: string | (() => AsyncIterable<Uint8Array | string>);
  /**
   * Whether it is read to its end before the pack begins, however long that takes: it may still be written, as the output
   * of a test that runs. Default false: it has to come within the time limit of the pack.
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
  /** Searched for in the index; the files and lines that it names are looked up. */
  readonly task: string;
  /** Relative to the workspace, or absolute inside it. */
  readonly openFiles?: readonly string[] | undefined;
  /** Lines that matter most, beside those that the task and the tool outputs name; most important first. */
  readonly anchors?: readonly NamedLines[] | undefined;
  /** Relative to the workspace, or absolute inside it: files that the task needs, besides the found ones. */
  readonly references?: readonly string[] | undefined;
  /** A change of the workspace: what it leaves as it is, and concerns, is looked up. */
  readonly change?: WorkspaceChange | undefined;
  /** The files and lines that they name are looked up. */
  readonly toolOutputs?: readonly ToolOutput[] | undefined;
  /** The pack before: its lines that are still in their files are sources, too. */
  readonly previous?: PreviousPack | undefined;
  /** Files that are not searched, relative to the workspace: the caller has them already. */
  readonly excludedFiles?: readonly string[] | undefined;
  /** Most hits of the search. Absent: the configuration's. */
  readonly searchHits?: number | undefined;
}

/** Finds the sources of a task (T-016 FR-016-27..30). */
export interface ISourceFinder {
  /**
   * Names the sources. Nothing is read before they are loaded, except outputs that are awaited.
   *
   * @throws the signal's reason
   */
  find(request: SourceRequest, options?: CallOptions): Promise<readonly PendingContextSource[]>;
}
export const ISourceFinder: Token<ISourceFinder> = token('ISourceFinder');
