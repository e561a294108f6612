import { availableParallelism } from 'node:os';

import type { ParseRequest } from '../../worker/parse-protocol.mjs';
import { type ParseOutcome, ParserThread } from './parser-thread.js';

/** Maximum number of threads: each loads all grammars that it uses, at up to 80 MB each. */
const maxThreads = 4;

/** Maximum numbers of threads. */
export interface PoolSizes {
  /** For any text. */
  readonly usual: number;
  /** For texts that may use further threads: at least {@link usual}. */
  readonly extended: number;
}

/** A text to parse, and its time limits. */
export interface PoolRequest extends Omit<ParseRequest, 'jobId'> {
  /** Time after which the thread is ended, from the beginning of the text's turn. */
  readonly hardLimitMs: number;
  /** Whether threads beyond the usual number may be started. */
  readonly isUrgent?: boolean;
  /** An abort drops a text that is still waiting. */
  readonly signal?: AbortSignal;
}

interface WaitingParse {
  readonly request: PoolRequest;
  readonly resolve: (outcome: ParseOutcome) => void;
}

/** Parser threads with a queue. A thread is started when all others are busy. */
export class ParserPool {
  private readonly usualThreads: readonly ParserThread[];
  private readonly furtherThreads: readonly ParserThread[];
  private readonly waiting: WaitingParse[] = [];
  private lastId = 0;

  constructor({ usual, extended }: PoolSizes = usualSizes()) {
    this.usualThreads = Array.from({ length: usual }, () => new ParserThread());
    this.furtherThreads = Array.from({ length: extended - usual }, () => new ParserThread());
  }

  /** Starts a thread in advance. */
  prepare(): void {
    this.usualThreads[0]?.prepare();
  }

  /** Always resolves. */
  parse(request: PoolRequest): Promise<ParseOutcome> {
    return new Promise((resolve) => {
      this.waiting.push({ request, resolve });
      this.startNext();
    });
  }

  /** Ends all threads and drops waiting texts. The next parse starts a new thread. */
  async dispose(): Promise<void> {
    this.giveUp(() => true);
    await Promise.all([...this.usualThreads, ...this.furtherThreads].map((thread) => thread.dispose()));
  }

  private startNext(): void {
    this.giveUp(({ signal }) => signal?.aborted === true);
    let isOneLeft = false;
    for (const parse of [...this.waiting]) {
      // Texts that wait for a free thread come first; otherwise they could wait forever.
      const thread: ParserThread | undefined =
        this.freeThreadFor(parse.request) ?? (isOneLeft ? undefined : this.busyThreadFor(parse.request));
      isOneLeft ||= thread === undefined;
      if (thread === undefined) continue;
      this.waiting.splice(this.waiting.indexOf(parse), 1);
      this.start(parse, thread);
    }
  }

  private freeThreadFor({ isUrgent = false }: PoolRequest): ParserThread | undefined {
    const isFree = ({ isBusy }: ParserThread): boolean => !isBusy;
    return this.usualThreads.find(isFree) ?? (isUrgent ? this.furtherThreads.find(isFree) : undefined);
  }

  /** The least loaded of the busy threads that accept the text. */
  private busyThreadFor(request: PoolRequest): ParserThread | undefined {
    const threads = this.usualThreads.filter((thread) => thread.hasRoomFor(request));
    return threads.sort((a, b) => a.unitsHeld - b.unitsHeld)[0];
  }

  private start({ request, resolve }: WaitingParse, thread: ParserThread): void {
    this.lastId += 1;
    const { grammar, content, limits, hardLimitMs } = request;
    void thread.run({ jobId: this.lastId, grammar, content, limits }, hardLimitMs).then((outcome) => {
      resolve(outcome);
      this.startNext();
    });
  }

  private giveUp(isUseless: (request: PoolRequest) => boolean): void {
    for (let index = this.waiting.length - 1; index >= 0; index -= 1) {
      const parse = this.waiting[index];
      if (parse === undefined || !isUseless(parse.request)) continue;
      this.waiting.splice(index, 1);
      parse.resolve({ kind: 'killed' });
    }
  }
}

/**
 * Sizes of the pool. The thread that cuts parsed texts needs a processor, too, but for a large text only afterwards.
 */
function usualSizes(): PoolSizes {
  const processors = availableParallelism();
  return {
    usual: Math.max(1, Math.min(maxThreads, processors - 1)),
    extended: Math.max(1, Math.min(maxThreads, processors)),
  };
}
