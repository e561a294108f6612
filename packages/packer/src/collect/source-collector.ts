import {
  type CallOptions,
  type ContextSource,
  ErrorCode,
  isLexichordError,
  type LexichordError,
  type PendingContextSource,
  type RejectedSource,
  type Token,
  token,
} from '@lexichord/abstractions';

/** A source that may be packed: it exists, is allowed, and equals the content of its file. */
export interface UsableSource extends ContextSource {
  /** Relative to the workspace with forward slashes, or `tool:` and a name. */
  readonly filePath: string;
  /** Language id. */
  readonly language: string;
  /**
   * Whether the source was given as lines, such as a search hit, even if they are the whole file: it is not cut
   * further.
   */
  readonly isOnePiece?: true | undefined;
  /** For lines: the whole text of their file, as it was compared with them. Absent if unavailable. */
  readonly fileText?: string | undefined;
  /** Modification time of the file, in milliseconds since the Unix epoch. Absent without a file. */
  readonly modifiedMs?: number | undefined;
}

/** The result of the first stage. */
export interface CollectedSources {
  /** In canonical order: by path, first line, source type, content. Distinct. */
  readonly sources: readonly UsableSource[];
  /** Unread sources whose score is too low; best first. Absent: none. */
  readonly tooWeak?: readonly ContextSource[] | undefined;
  /** In the given order. */
  readonly rejected: readonly RejectedSource[];
  /** Number of repeated sources. */
  readonly repeated: number;
  /** Whether a source failed temporarily, such as by a timeout; permanent refusals do not count. */
  readonly isPartial: boolean;
  /** Distinct warnings of the sources' loaders, in the order of the loaders. */
  readonly warnings: readonly string[];
}

/** Limits of collecting. */
export interface CollectOptions extends CallOptions {
  /** When it aborts, the stage ends with the sources read so far; the others are rejected as `timeout`. */
  readonly deadline?: AbortSignal | undefined;
  /** Token budget of the pack for all sources. */
  readonly budgetTokens?: number | undefined;
}

/** Converts sources of all kinds to one form, and rejects those that must not be packed (T-016 FR-016-27..30). */
export interface ISourceCollector {
  /**
   * Collects sources. Never rejects because of a source: unusable ones are listed. The result does not depend on the
   * order of the sources.
   *
   * @throws {LexichordError} `invalid-argument` if it is not a list (T-016 AC-017); the signal's reason
   */
  collect(sources: Iterable<ContextSource | PendingContextSource>, options?: CollectOptions): Promise<CollectedSources>;
}
export const ISourceCollector: Token<ISourceCollector> = token('ISourceCollector');

/** Reason for rejecting a source: the fields of {@link RejectedSource} that do not identify it. */
export type SourceRejection = Pick<RejectedSource, 'reason' | 'message'>;

/** Rejection of a source that was not read in time. */
export const outOfTime: SourceRejection = {
  reason: 'timeout',
  message: 'It was not read before the timeout. Raise context.timeout_ms, or name fewer sources.',
};

/** Rejection of a binary file (T-016 AC-028). */
export const holdsNul: SourceRejection = {
  reason: 'binary-file',
  message: 'It contains NUL characters and is not a text.',
};

/** Converts an error to a rejection. Of a foreign error only the kind is reported: its message may have any content. */
export function rejectionOf(error: unknown): SourceRejection {
  if (isLexichordError(error)) return { reason: error.code, message: withAdvice(error) };
  const kind = error instanceof Error ? error.name : typeof error;
  return { reason: 'io-failed', message: `It failed (${kind}). Try again, or leave it out.` };
}

/** A pack has no cursor, but a part of a large file can be given as the output of a tool. */
function withAdvice({ code, message }: LexichordError): string {
  return code === ErrorCode.fileTooLarge ? `${message} Give a part of it as the output of a tool.` : message;
}
