import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';

/** The compared states, with the semantics of `git diff`. */
export type ChangeQuery =
  /**
   * `A...B`: from the merge base of A and B to B. `A..B`: from A to B. `A` alone: from A to the work tree, with
   * untracked files. An omitted side is `HEAD`.
   */
  | { readonly range: string }
  /** The index against `HEAD`. */
  | { readonly staged: true }
  /** The work tree against `HEAD`, with untracked files. */
  | { readonly changed: true };

/** The user's name of a change, such as `main...HEAD` or `--staged`. */
export function changeName(query: ChangeQuery): string {
  if ('range' in query) return query.range.trim();
  return 'staged' in query ? '--staged' : '--changed';
}

/** The task of a pack; for a change without a task, its review. */
export function packTask(task: string, change: ChangeQuery | undefined): string {
  return change === undefined || task.trim() !== '' ? task : `Review the change ${changeName(change)}`;
}

/** Kind of a file's difference. */
export type ChangeStatus = 'added' | 'modified' | 'deleted' | 'renamed';

/**
 * Reason for the missing text of a changed file. `denied`: the guard refuses its path, or its former path; `link`,
 * `submodule`: not a regular file; `too-large`: the change as a whole, or one of its lines, is too large; `unreadable`:
 * any other failure.
 */
export type MissingText = 'binary' | 'denied' | 'link' | 'submodule' | 'too-large' | 'unreadable';

/** Lines that were replaced by others. Lines end only at line feeds, as in git. */
export interface ChangeHunk {
  /** First removed line, from 1; without removed lines, the line after the added ones. */
  readonly beforeStart: number;
  readonly beforeCount: number;
  /** First added line, from 1; without added lines, the line before which the removed ones were. */
  readonly afterStart: number;
  readonly afterCount: number;
}

/** A file that differs. */
export interface ChangedFile {
  /** Relative to the workspace, forward slashes. For a deleted file, its former path. */
  readonly path: string;
  /** Path before a rename. */
  readonly formerPath?: string | undefined;
  readonly status: ChangeStatus;
  /** Language id by its name, such as `typescript`. */
  readonly language: string;
  /** Whether a merge left it in conflict. */
  readonly isConflicted: boolean;
  /** Absent when the text is given, or only the name or the mode differs. */
  readonly missingText?: MissingText | undefined;
  /** All of its text before; empty for an added file. */
  readonly before: string;
  /** All of its text after; empty for a deleted file. */
  readonly after: string;
  /** By line. */
  readonly hunks: readonly ChangeHunk[];
}

/** The difference between two states of the workspace. */
export interface WorkspaceChange {
  /** The user's name of the change, such as `main...HEAD`, `--staged` or `--changed`. */
  readonly name: string;
  /** Whether the state after the change is that of the present files. */
  readonly isWorkTree: boolean;
  /** In the order of their paths, by UTF-16 code units. */
  readonly files: readonly ChangedFile[];
  /** Such as: files outside of the workspace are left out. One sentence each. */
  readonly warnings: readonly string[];
}

/** Compares states of the workspace. Runs nothing that the repository's own configuration names. */
export interface IChangeReader {
  /**
   * @throws {LexichordError} `invalid-argument` for a range that cannot be parsed; `not-found` for an unknown revision,
   * revisions without a common commit, or a workspace in no repository; `io-failed` when git fails or takes too long;
   * the signal's reason
   */
  read(query: ChangeQuery, options?: CallOptions): Promise<WorkspaceChange>;
}
export const IChangeReader: Token<IChangeReader> = token('IChangeReader');
