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

/** A source that may be packed: it exists, is allowed, and holds what its file holds. */
export interface UsableSource extends ContextSource {
  /** Relative to the workspace with forward slashes, or `tool:` and a name. */
  readonly filePath: string;
  /** Language id. */
  readonly language: string;
  /** Given as lines, such as a search finds, even when these are all of the file: it is one piece already. */
  readonly isOnePiece?: true | undefined;
  /** Of lines: all of their file, as it was when they were compared with it. Absent if it is unknown. */
  readonly fileText?: string | undefined;
  /** Of the file, in milliseconds since the Unix epoch. Absent where there is no file. */
  readonly modifiedMs?: number | undefined;
}

/** The result of the first stage. */
export interface CollectedSources {
  /** In canonical order: by path, first line, source type, content. No two are the same. */
  readonly sources: readonly UsableSource[];
  /** Sources whose score is too low, which were not read; best first. Absent: none. */
  readonly tooWeak?: readonly ContextSource[] | undefined;
  /** In the order in which they were given. */
  readonly rejected: readonly RejectedSource[];
  /** Sources that were there already. */
  readonly repeated: number;
  /** Whether a source failed in a way that may pass, such as a timeout; permanent refusals do not count. */
  readonly isPartial: boolean;
  /** Warnings of the sources' loaders, in the order of the loaders, each once. */
  readonly warnings: readonly string[];
}

/** How long to collect. */
export interface CollectOptions extends CallOptions {
  /** When it aborts, the stage ends with what it has by then, and the rest is rejected as `timeout`. */
  readonly deadline?: AbortSignal | undefined;
  /** Token budget of the pack for all sources. */
  readonly budgetTokens?: number | undefined;
}

/** Brings sources of all kinds into one form, and keeps out what must not be packed (T-016 FR-016-27..30). */
export interface ISourceCollector {
  /**
   * Never rejects because of a source: what cannot be used is listed. Whatever the order of the sources, the same of
   * them come out, in the same order.
   *
   * @throws {LexichordError} `invalid-argument` for something that is no list (T-016 AC-017); the signal's reason
   */
  collect(sources: Iterable<ContextSource | PendingContextSource>, options?: CollectOptions): Promise<CollectedSources>;
}
export const ISourceCollector: Token<ISourceCollector> = token('ISourceCollector');

/** Why nothing is taken from a source: the part of {@link RejectedSource} that does not name it. */
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

/** An error as a reason; the message of a foreign error may hold anything, so only its kind is reported. */
export function rejectionOf(error: unknown): SourceRejection {
  if (isLexichordError(error)) return { reason: error.code, message: withAdvice(error) };
  const kind = error instanceof Error ? error.name : typeof error;
  return { reason: 'io-failed', message: `It failed (${kind}). Try again, or leave it out.` };
}

/** A pack has no cursor: a part of a large file can be given as the output of a tool. */
function withAdvice({ code, message }: LexichordError): string {
  return code === ErrorCode.fileTooLarge ? `${message} Give a part of it as the output of a tool.` : message;
}
