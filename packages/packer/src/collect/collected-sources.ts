import type { ContextSource, RejectedSource } from '@lexichord/abstractions';

/** A source that may be packed: it exists, is allowed, and holds what its file holds. */
export interface UsableSource extends ContextSource {
  /** Relative to the workspace with forward slashes, or `tool:` and a name. */
  readonly filePath: string;
  /** Language id. */
  readonly language: string;
  /** Of the file, in milliseconds since the Unix epoch. Absent where there is no file. */
  readonly modifiedMs?: number | undefined;
}

/** What the first stage gives the others. */
export interface CollectedSources {
  /** In canonical order: by path, first line, source type, content. No two are the same. */
  readonly sources: readonly UsableSource[];
  /** In the order in which they were given. */
  readonly rejected: readonly RejectedSource[];
  /** Sources that were there already. */
  readonly repeated: number;
  /** Whether something failed or took too long that may be there the next time. */
  readonly isPartial: boolean;
}
