import { BackgroundThread } from '@lexichord/platform';

import type { ParseReply, ParseRequest } from '../../../worker/parse-protocol.mjs';
import type { ParseOutcome } from './parse-outcome.js';
import { workedMs } from './worked-time.js';

/** An idle thread is ended after this time. */
const idleMs = 5_000;

/** Starting the thread and loading a grammar; the largest takes a tenth of a second. */
const startLimitMs = 5_000;

/** Between two looks at how long a thread has worked. */
const shortestWaitMs = 10;

/** Heap of a thread. A file that needs more is given up, not the process. Grammars are outside this heap. */
const maxHeapMb = 512;

interface Job {
  readonly jobId: number;
  readonly limitMs: number;
  readonly finish: (outcome: ParseOutcome) => void;
}

/**
 * Parses on another thread, one file at a time. A file that the thread does not answer for in time, or that ends the
 * thread, costs nothing but its own outcome: the next one gets a new thread. The thread ends when it has been idle and
 * does not keep the process alive.
 */
export class ParserThread {
  private readonly thread = new BackgroundThread({
    script: new URL('../../../worker/parse-worker.mjs', import.meta.url),
    maxHeapMb,
    idleMs,
    onMessage: (reply) => this.receive(reply as ParseReply),
    onLost: () => this.finish({ kind: 'killed' }),
  });
  private job: Job | undefined;
  private limitTimer: NodeJS.Timeout | undefined;

  get isBusy(): boolean {
    return this.job !== undefined;
  }

  /** Starts the thread before there is a text for it. */
  prepare(): void {
    if (!this.isBusy) this.thread.prepare();
  }

  /** @param limitMs of work, from when the grammar is loaded to when the thread is ended */
  run(request: ParseRequest, limitMs: number): Promise<ParseOutcome> {
    return new Promise((resolve) => {
      this.job = { jobId: request.jobId, limitMs, finish: resolve };
      this.setTimer(() => this.giveUp(), startLimitMs);
      this.thread.post(request);
    });
  }

  /** Ends the thread; what it was working on is given up. */
  async dispose(): Promise<void> {
    const ended = this.thread.end();
    this.finish({ kind: 'killed' });
    await ended;
  }

  private receive({ jobId, isStarted, account, workedMs: begun = 0, outcome }: ParseReply): void {
    if (this.job?.jobId !== jobId) return;
    if (isStarted === true) {
      const { limitMs } = this.job;
      // Of two threads' clocks only the account is the same.
      const end = limitMs + (account === undefined ? workedMs(account) : begun);
      // It cannot have worked for longer than has gone by: no need to look before.
      this.setTimer(() => this.watchWork(account, end), limitMs);
    }
    // After an error in the parser its module is in no state to be trusted with another file.
    if (outcome?.kind === 'failed') void this.thread.end();
    if (outcome !== undefined) this.finish(outcome);
  }

  private setTimer(act: () => void, delayMs: number): void {
    clearTimeout(this.limitTimer);
    this.limitTimer = setTimeout(act, delayMs);
  }

  /** On a busy machine a thread may wait for longer than it works; only its work counts. */
  private watchWork(account: string | undefined, end: number): void {
    const left = end - workedMs(account);
    if (!(left > 0)) this.giveUp();
    else this.setTimer(() => this.watchWork(account, end), Math.max(left, shortestWaitMs));
  }

  private giveUp(): void {
    void this.thread.end();
    this.finish({ kind: 'killed' });
  }

  private finish(outcome: ParseOutcome): void {
    clearTimeout(this.limitTimer);
    const { job } = this;
    this.job = undefined;
    this.thread.rest();
    job?.finish(outcome);
  }
}
