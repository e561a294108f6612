import type { Chunk, LineRange } from '../search/chunker.js';
import type { CallOptions } from '../services/call-options.js';
import type { ChangeRelation } from './change-relation.js';

/** Kinds of sources of a pack (T-016 FR-016-17..21), most important first. */
export const sourceTypes = ['tool-result', 'open-file', 'search-result', 'reference'] as const;

/** One of {@link sourceTypes}. */
export type SourceType = (typeof sourceTypes)[number];

/** Lines of a file that the user names: in the task, in a stack trace, by a cursor. */
export interface Anchor extends LineRange {
  /** 0 for the first named source. Absent: 0. */
  readonly order?: number | undefined;
  /** The relation of the lines to the packed change. Absent: none. */
  readonly relation?: ChangeRelation | undefined;
}

/** The definition of lines in their file, and their tokens as counted for the index. */
export type SourceDefinition = Partial<
  Pick<Chunk, 'kind' | 'symbol' | 'enclosing' | 'definitions' | 'part' | 'partOf' | 'tokenCount'>
>;

/** A text for a pack to select from (T-016 FR-016-16, FR-016-22..26). */
export interface ContextSource {
  readonly sourceType: SourceType;
  /** Relative to the workspace, or absolute inside it; for a tool's output, `tool:` and its name. */
  readonly filePath: string;
  /** The file's text, or the lines of `lineRange`; a source that differs from the file is rejected. */
  readonly content: string;
  /** Lines of the content in the file. Absent: all lines. */
  readonly lineRange?: LineRange | undefined;
  /**
   * Lines that the user names, anywhere in the file: their definitions come first in the pack, whole or as a window
   * around the lines. Absent: none.
   */
  readonly anchors?: readonly Anchor[] | undefined;
  /** Its relation to the packed change. Absent: none. */
  readonly relation?: ChangeRelation | undefined;
  /** Definition of the lines in the file, if it was found. */
  readonly definition?: SourceDefinition | undefined;
  /** Relevance for the task, 0 to 1, if it was scored. */
  readonly relevanceScore?: number | undefined;
  /**
   * The minimum score of the search that found it, 0 to 1. A source with a lower score is neither read nor packed, but
   * listed as left out (`below-threshold`). Absent: no minimum.
   */
  readonly minRelevanceScore?: number | undefined;
  /**
   * Whether a search of the workspace found it, and nothing named it. Its age counts only with configured weights or
   * those of a profile. Default: false.
   */
  readonly isSearchHit?: boolean | undefined;
  /** Time of the last change, in milliseconds since the Unix epoch. Absent: that of git and the file system. */
  readonly timestampMs?: number | undefined;
  /** Language id such as `typescript`. Absent: by the file's name. */
  readonly language?: string | undefined;
}

/** Options of loading a source. */
export interface SourceLoadOptions extends CallOptions {
  /** Token budget of the pack for all of its sources together; absent: unknown. */
  readonly budgetTokens?: number | undefined;
  /** Called with a warning, one sentence, for readers of the pack, such as that the index is older than the files. */
  readonly onWarning?: ((warning: string) => void) | undefined;
}

/** Sources that are not loaded yet (T-016 FR-016-29, FR-016-30). */
export interface PendingContextSource {
  /** Name for messages about a failure or a timeout, such as `search`. */
  readonly name: string;
  readonly sourceType: SourceType;
  /** Time limit of loading, in milliseconds; capped at a share of the pack's time limit. */
  readonly timeoutMs?: number | undefined;
  load(options: SourceLoadOptions): Promise<readonly ContextSource[]>;
}

/** Whether an entry is a pending source. Untyped callers may pass any value. */
export function isPendingSource(entry: unknown): entry is PendingContextSource {
  return entry !== null && typeof entry === 'object' && 'load' in entry && typeof entry.load === 'function';
}
