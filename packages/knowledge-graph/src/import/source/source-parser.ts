import { BackgroundThread } from '@lexichord/platform/internal';

import type { LocatedProblem } from '../../../worker/parse-located.mjs';
import type { MarkdownBlock, ReadingResults, ReadingTask, SchemaMistake } from '../../../worker/reading-task.mjs';
import { type SourceValue, sourceRoot } from './source-value.js';

/**
 * Maximum lengths of texts that are parsed on this thread, in UTF-16 units: they take less time than starting another.
 */
const maxInlineLength = { located: 32_768, check: -1, markdown: 1_024 } as const;

/**
 * Time limit of a document: a base, and an addition for each million UTF-16 units. Ordinary documents take a tenth of
 * it.
 */
const timeLimitMs = 20_000;
const timeLimitMsPerMillion = 10_000;

/** Maximum length of a text that is parsed, in UTF-16 units. */
const maxTextLength = 64 * 1024 * 1024;

/**
 * Heap limit of the thread: a document that needs more is abandoned, and the process survives. YAML takes 50 bytes of
 * heap per byte.
 */
const maxHeapMb = 4_096;

/** Time until an idle thread is ended. */
const idleMs = 5_000;

/** A parsed document. */
export interface ParsedSource {
  readonly root: SourceValue;
  readonly problems: readonly LocatedProblem[];
}

/** A parsed API description. */
export interface ParsedApi extends ParsedSource {
  /** Mistakes by the schema of its OpenAPI version. Rejects with the signal's reason. */
  readonly mistakes: Promise<readonly SchemaMistake[]>;
}

type Kind = ReadingTask['kind'];

interface ThreadReply {
  readonly id: number;
  readonly result?: unknown;
  readonly failure?: string;
}

/**
 * Parses long texts on another thread, one at a time, with a time limit. {@link SourceParser.end} frees the thread,
 * which starts when it is first needed.
 */
export class SourceParser {
  private readonly thread = new BackgroundThread({
    script: new URL('../../../worker/reading-worker.mjs', import.meta.url),
    maxHeapMb,
    idleMs,
    onMessage: (reply) => this.receive(reply as ThreadReply),
    onLost: () => this.finish({ id: this.lastId, failure: 'memory' }),
  });
  private lastId = 0;
  private finishJob: ((reply: ThreadReply) => void) | undefined;
  private previous: Promise<unknown> = Promise.resolve();

  /** @param limitMs time limit for a text of any length; absent: by its length */
  constructor(private readonly limitMs?: number) {}

  /** Parses YAML or JSON. */
  async parse(text: string, signal?: AbortSignal): Promise<ParsedSource> {
    const outcome = await this.run('located', text, signal);
    return typeof outcome === 'string' ? failed(outcome) : { root: sourceRoot(outcome), problems: outcome.problems };
  }

  /**
   * Parses YAML or JSON, and checks it on the thread against the schema of its version of OpenAPI. The mistakes are
   * available later, so that the caller can continue.
   */
  async parseOpenApi(text: string, signal?: AbortSignal): Promise<ParsedApi> {
    const parsing = this.queue<'located'>({ kind: 'located', text }, signal);
    // One after the other: the thread checks the document that it parsed last.
    const checking = this.queue<'check'>({ kind: 'check', text: '' }, signal);
    const mistakes = checking.then((found) => (typeof found === 'string' ? [{ path: [], message: found }] : found));
    // Prevents an unhandled rejection when the caller is cancelled before it awaits them.
    mistakes.catch(() => undefined);
    const outcome = await parsing;
    if (typeof outcome === 'string') return { ...failed(outcome), mistakes: Promise.resolve([]) };
    return { root: sourceRoot(outcome), problems: outcome.problems, mistakes };
  }

  async parseMarkdown(
    text: string,
    signal?: AbortSignal,
  ): Promise<{ readonly blocks: readonly MarkdownBlock[]; readonly problems: readonly LocatedProblem[] }> {
    const outcome = await this.run('markdown', text, signal);
    return typeof outcome === 'string'
      ? { blocks: [], problems: [{ line: 1, message: outcome }] }
      : { blocks: outcome, problems: [] };
  }

  /** Ends the thread, and abandons its current document. */
  async end(): Promise<void> {
    const ended = this.thread.end();
    this.finish({ id: this.lastId, failure: 'end' });
    await ended;
  }

  /** @returns the result, or a sentence with the reason for its absence */
  private async run<K extends Kind>(kind: K, text: string, signal?: AbortSignal): Promise<ReadingResults[K] | string> {
    signal?.throwIfAborted();
    return text.length <= maxInlineLength[kind] ? this.runInline(kind, text) : this.queue<K>({ kind, text }, signal);
  }

  private async queue<K extends Kind>(task: ReadingTask, signal?: AbortSignal): Promise<ReadingResults[K] | string> {
    if (task.text.length > maxTextLength) return `The file is longer than ${maxTextLength} characters; split it.`;
    const job = this.previous.then(() => this.runOnThread<K>(task, signal));
    this.previous = job.catch(() => undefined);
    return job;
  }

  private async runInline<K extends Kind>(kind: K, text: string): Promise<ReadingResults[K] | string> {
    const { runReadingTask } = await import('../../../worker/reading-task.mjs');
    try {
      return await runReadingTask({ kind, text });
    } catch (error) {
      return failure(error instanceof Error ? error.name : 'Error');
    }
  }

  private async runOnThread<K extends Kind>(
    task: ReadingTask,
    signal?: AbortSignal,
  ): Promise<ReadingResults[K] | string> {
    signal?.throwIfAborted();
    this.lastId += 1;
    const id = this.lastId;
    const replied = new Promise<ThreadReply>((resolve) => (this.finishJob = resolve));
    const giveUp = (reason: string): void => {
      void this.thread.end();
      this.finish({ id, failure: reason });
    };
    const abort = (): void => giveUp('abort');
    const limitMs = this.limitMs ?? timeLimitMs + (timeLimitMsPerMillion * task.text.length) / 1_000_000;
    const timer = setTimeout(() => giveUp('time'), limitMs);
    signal?.addEventListener('abort', abort, { once: true });
    this.thread.post({ id, task });
    const reply = await replied;
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    this.thread.rest();
    signal?.throwIfAborted();
    return reply.failure === undefined ? (reply.result as ReadingResults[K]) : failure(reply.failure);
  }

  private receive(reply: ThreadReply): void {
    if (reply.id === this.lastId) this.finish(reply);
  }

  private finish(reply: ThreadReply): void {
    const { finishJob } = this;
    this.finishJob = undefined;
    finishJob?.(reply);
  }
}

function failed(message: string): ParsedSource {
  const root = sourceRoot({ data: null, lines: Int32Array.of(1, 1), problems: [] });
  return { root, problems: [{ line: 1, message }] };
}

function failure(reason: string): string {
  switch (reason) {
    case 'memory':
      return `The file needs more than ${maxHeapMb} MB of memory to be parsed; split it.`;
    case 'time':
      return 'The file takes too long to be parsed; split it.';
    case 'RangeError':
      return 'The file is nested too deeply to be parsed.';
    default:
      return `The file could not be parsed (${reason}).`;
  }
}
