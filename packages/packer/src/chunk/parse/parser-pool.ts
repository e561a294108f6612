import { availableParallelism } from 'node:os';

import type { ParseRequest } from '../../../worker/parse-protocol.mjs';
import type { ParseOutcome } from './parse-outcome.js';
import { ParserThread } from './parser-thread.js';

/**
 * More threads would each load every grammar that they meet, at up to 80 MB for one. And the thread that cuts what
 * they have parsed needs a processor too.
 */
const mostThreads = 4;

interface WaitingParse {
  readonly request: ParseRequest;
  readonly limitMs: number;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (outcome: ParseOutcome) => void;
}

/** Some parser threads and a queue before them. A thread is started when all others are busy. */
export class ParserPool {
  private readonly threads: readonly ParserThread[];
  private readonly waiting: WaitingParse[] = [];
  private lastId = 0;

  constructor(size = Math.max(1, Math.min(mostThreads, availableParallelism() - 1))) {
    this.threads = Array.from({ length: size }, () => new ParserThread());
  }

  /** Always resolves. @param limitMs after which the thread is ended, from when its turn has come */
  parse(request: Omit<ParseRequest, 'jobId'>, limitMs: number, signal?: AbortSignal): Promise<ParseOutcome> {
    return new Promise((resolve) => {
      this.lastId += 1;
      this.waiting.push({ request: { ...request, jobId: this.lastId }, limitMs, signal, resolve });
      this.startNext();
    });
  }

  /** Ends all threads and gives up what waits. The next parse starts another one. */
  async dispose(): Promise<void> {
    for (const { resolve } of this.waiting.splice(0)) resolve({ kind: 'killed' });
    await Promise.all(this.threads.map((thread) => thread.dispose()));
  }

  private startNext(): void {
    while (this.waiting[0]?.signal?.aborted === true) this.waiting.shift()?.resolve({ kind: 'killed' });
    const thread = this.threads.find(({ isBusy }) => !isBusy);
    const next = thread && this.waiting.shift();
    if (thread === undefined || next === undefined) return;
    void thread.run(next.request, next.limitMs).then((outcome) => {
      next.resolve(outcome);
      this.startNext();
    });
  }
}
