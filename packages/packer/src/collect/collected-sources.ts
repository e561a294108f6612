import type { ContextSource, RejectedSource } from '@lexichord/abstractions';

/** A source that may be packed: it exists, is allowed, and holds what its file holds. */
export interface UsableSource extends ContextSource {
  /** Relative to the workspace with forward slashes, or `tool:` and a name. */
  readonly filePath: string;
  /** Language id. */
  readonly language: string;
  /** Given as lines, such as a search finds, even when these are all of the file: it is one piece already. */
  readonly isOnePiece?: true | undefined;
  /** Of lines: all of their file, as it was when they were compared with it. Absent where nobody knows. */
  readonly fileText?: string | undefined;
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
  /** Whether something failed or took too long that may be there the next time. What was refused is not meant. */
  readonly isPartial: boolean;
  /** What the sources' loaders had to say, in the order of the loaders, each once. */
  readonly warnings: readonly string[];
}
