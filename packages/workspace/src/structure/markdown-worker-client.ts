import { BackgroundThread, type TimeLimit } from '@lexichord/platform/internal';

import type { MarkdownTask, MarkdownTaskResult } from '../../worker/parse-markdown.mjs';

/** Time after which an idle thread is ended. */
const idleMs = 5_000;

/** Maximum heap of the thread: a document that needs more is abandoned, without affecting the process. */
const maxHeapMb = 512;

/** Maximum length for the main thread: about 30 ms of parsing, less than starting a thread takes. */
const maxQuickLength = 8_192;

/** Long lines and deep nesting take quadratic time. */
const maxQuickLineLength = 2_000;
const deepNesting = /^(?:[ \t]{40}|(?:[ \t]*(?:>|[-+*]|\d{1,9}[.)]|\[\^[^\]\r\n]*\]:)){12})/mu;

interface Job {
  readonly id: number;
  readonly tasks: readonly MarkdownTask[];
  readonly definedLabels: ReadonlySet<string>;
  readonly results: (MarkdownTaskResult | undefined)[];
  readonly finish: () => void;
}

interface WorkerMessage {
  readonly jobId: number;
  readonly index?: number;
  readonly result?: MarkdownTaskResult | undefined;
  readonly isDone?: boolean;
}

/**
 * Parses on another thread, one document after the other, each within a time limit. The thread starts with the first
 * document, ends when it has been idle, and does not keep the process alive.
 */
export class MarkdownWorkerClient {
  private readonly waiting: Job[] = [];
  private running: Job | undefined;
  private readonly thread = new BackgroundThread({
    script: new URL('../../worker/markdown-worker.mjs', import.meta.url),
    maxHeapMb,
    idleMs,
    onMessage: (message) => this.receive(message as WorkerMessage),
    onLost: () => this.finishRunning(),
  });
  private stopTimer = (): void => undefined;
  private lastId = 0;

  /** @param limit time limit for a document, from the start of its parsing */
  constructor(private readonly limit: TimeLimit) {}

  /** Results in the order of the tasks; `undefined` for those that failed or exceeded the time limit. */
  run(
    tasks: readonly MarkdownTask[],
    definedLabels: ReadonlySet<string>,
  ): Promise<readonly (MarkdownTaskResult | undefined)[]> {
    return new Promise((resolve) => {
      const results = tasks.map(() => undefined);
      this.lastId += 1;
      this.waiting.push({ id: this.lastId, tasks, definedLabels, results, finish: () => resolve(results) });
      this.startNext();
    });
  }

  /** Ends the thread. Unparsed documents are abandoned. */
  async dispose(): Promise<void> {
    const abandoned = [this.running, ...this.waiting.splice(0)];
    this.running = undefined;
    this.stopTimer();
    const ended = this.thread.end();
    for (const job of abandoned) job?.finish();
    await ended;
  }

  private startNext(): void {
    if (this.running !== undefined) return;
    this.running = this.waiting.shift();
    if (this.running === undefined) {
      this.thread.rest();
      return;
    }
    const { clock, timeoutMs } = this.limit;
    this.stopTimer = clock.startTimer(timeoutMs, () => this.giveUp());
    const { id: jobId, tasks, definedLabels } = this.running;
    this.thread.post({ jobId, tasks, definedLabels });
  }

  private receive({ jobId, index, result, isDone }: WorkerMessage): void {
    const job = this.running;
    if (job?.id !== jobId) return;
    if (index !== undefined) job.results[index] = result;
    if (isDone === true) this.finishRunning();
  }

  /** The thread cannot be interrupted, so it is replaced. */
  private giveUp(): void {
    void this.thread.end();
    this.finishRunning();
  }

  private finishRunning(): void {
    this.stopTimer();
    const job = this.running;
    this.running = undefined;
    job?.finish();
    this.startNext();
  }
}

/** Whether tasks can run on the main thread without blocking it noticeably. */
export function isQuickToParse(tasks: readonly MarkdownTask[]): boolean {
  const texts = tasks.map((task) => (task.kind === 'blocks' ? task.text : task.lines.join('\n')));
  if (texts.reduce((sum, text) => sum + text.length, 0) > maxQuickLength) return false;
  return texts.every((text) => !deepNesting.test(text) && longestLine(text) <= maxQuickLineLength);
}

function longestLine(text: string): number {
  return text.split(/[\r\n]/u).reduce((longest, line) => Math.max(longest, line.length), 0);
}
