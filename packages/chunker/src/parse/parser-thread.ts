import { readFileSync } from 'node:fs';
import { BackgroundThread } from '@lexichord/platform/internal';

import type { ParseReply, ParseRequest, ParseOutcome as WorkerOutcome } from '../../worker/parse-protocol.mjs';

/** The outcome of one parse; `killed` if the thread had to be ended. */
export type ParseOutcome = WorkerOutcome | { readonly kind: 'killed' };

/** An idle thread is ended after this time. */
const idleMs = 5_000;

/** Time limit of starting the thread and loading a grammar; the largest takes 100 ms. */
const startLimitMs = 5_000;

/** Minimum interval between two checks of a thread's processor time. */
const minWaitMs = 10;

/**
 * Maximum heap of a thread; a file that needs more fails without ending the process. Grammars are outside this heap.
 */
const maxHeapMb = 512;

/** Limits of the texts queued at a busy thread: their number and UTF-16 units, about 100 ms of work. */
const maxHeld = { texts: 32, units: 262_144 };

interface Job {
  readonly request: ParseRequest;
  readonly limitMs: number;
  readonly finish: (outcome: ParseOutcome) => void;
}

/**
 * Parses texts on another thread, one after the other. Small ones are passed to it while it is busy, so that it need
 * not wait for the main thread. A text that exceeds the time limit or ends the thread loses only its own outcome: the
 * next one gets a new thread. An idle thread ends, and it does not keep the process alive.
 */
export class ParserThread {
  private readonly thread = new BackgroundThread({
    script: new URL('../../worker/parse-worker.mjs', import.meta.url),
    maxHeapMb,
    idleMs,
    onMessage: (reply) => this.receive(reply as ParseReply),
    onLost: () => this.giveUp(),
  });
  /** Texts of the thread; it parses the first. */
  private jobs: readonly Job[] = [];
  private limitTimer: NodeJS.Timeout | undefined;

  /** UTF-16 units of its texts. */
  get unitsHeld(): number {
    return this.jobs.reduce((sum, { request }) => sum + request.content.length, 0);
  }

  get isBusy(): boolean {
    return this.jobs.length > 0;
  }

  /** Whether the text may be passed to the busy thread. */
  hasRoomFor({ content }: Pick<ParseRequest, 'content'>): boolean {
    return this.jobs.length < maxHeld.texts && this.unitsHeld + content.length <= maxHeld.units;
  }

  /** Starts the thread in advance. */
  prepare(): void {
    if (!this.isBusy) this.thread.prepare();
  }

  /** @param limitMs work after loading the grammar, after which the thread is ended */
  run(request: ParseRequest, limitMs: number): Promise<ParseOutcome> {
    return new Promise((resolve) => {
      this.jobs = [...this.jobs, { request, limitMs, finish: resolve }];
      if (this.jobs.length === 1) this.awaitStart();
      this.thread.post(request);
    });
  }

  /** Ends the thread and drops its texts. */
  async dispose(): Promise<void> {
    const ended = this.thread.end();
    while (this.isBusy) this.finish({ kind: 'killed' });
    await ended;
  }

  private receive({ jobId, isStarted, account, workedMs: begun = 0, outcome }: ParseReply): void {
    const [job] = this.jobs;
    if (job?.request.jobId !== jobId) return;
    if (isStarted === true) {
      const { limitMs } = job;
      // Clocks differ between threads; only the system's processor time accounting is shared.
      const end = limitMs + (account === undefined ? workedMs(account) : begun);
      // Processor time never exceeds elapsed time, so the first check comes after the limit.
      this.setTimer(() => this.watchWork(account, end), limitMs);
    }
    if (outcome === undefined) return;
    // After an error in the parser its module may be in an invalid state.
    if (outcome.kind === 'failed') this.replaceThread(outcome);
    else this.finish(outcome);
  }

  private awaitStart(): void {
    this.setTimer(() => this.giveUp(), startLimitMs);
  }

  private setTimer(act: () => void, delayMs: number): void {
    clearTimeout(this.limitTimer);
    this.limitTimer = setTimeout(act, delayMs);
  }

  /** Checks the thread's work: on a busy machine it may wait longer than it works, and only work counts. */
  private watchWork(account: string | undefined, end: number): void {
    const left = end - workedMs(account);
    if (!(left > 0)) this.giveUp();
    else this.setTimer(() => this.watchWork(account, end), Math.max(left, minWaitMs));
  }

  private giveUp(): void {
    this.replaceThread({ kind: 'killed' });
  }

  /** Ends the thread with its present text; a new one gets the rest. */
  private replaceThread(outcome: ParseOutcome): void {
    void this.thread.end();
    this.finish(outcome);
    for (const { request } of this.jobs) this.thread.post(request);
  }

  private finish(outcome: ParseOutcome): void {
    clearTimeout(this.limitTimer);
    const [job, ...others] = this.jobs;
    this.jobs = others;
    if (this.isBusy) this.awaitStart();
    else this.thread.rest();
    job?.finish(outcome);
  }
}

const nanosecondsPerMs = 1e6;

/** Processor time of a thread in milliseconds by the system's accounting, else elapsed time. */
function workedMs(account: string | undefined): number {
  if (account === undefined) return performance.now();
  try {
    return Number.parseInt(readFileSync(account, 'latin1'), 10) / nanosecondsPerMs;
  } catch {
    // The thread has just ended.
    return Infinity;
  }
}
