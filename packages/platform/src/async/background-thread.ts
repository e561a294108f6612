import { Worker } from 'node:worker_threads';

/** The script of a thread, and its listeners. */
export interface BackgroundThreadOptions {
  /** Plain JavaScript, at the same relative path from source and from build. */
  readonly script: URL;
  /** Maximum heap in megabytes; work that needs more fails. Memory outside the heap is not counted. */
  readonly maxHeapMb: number;
  /** Time after which an idle thread is ended. */
  readonly idleMs: number;
  readonly onMessage: (message: unknown) => void;
  /** Called if the thread fails; the next message starts another one. Not called by {@link BackgroundThread.end}. */
  readonly onLost: () => void;
}

/** Maximum heap for new objects of a thread. The usual 48 MB would be most of a small thread's memory. */
export const maxYoungHeapMb = 16;

/**
 * A worker thread that starts with the first message, is ended when it is idle, and keeps the process alive only while
 * a caller waits for it. It cannot be interrupted: after a time-out the caller ends it.
 */
export class BackgroundThread {
  private worker: Worker | undefined;
  private idleTimer: NodeJS.Timeout | undefined;

  constructor(private readonly options: BackgroundThreadOptions) {}

  /** Starts the thread before there is work for it. */
  prepare(): void {
    this.worker ??= this.start();
    this.rest();
  }

  /** Hands over work. The process does not end before {@link rest} or {@link end}. */
  post(message: unknown): void {
    clearTimeout(this.idleTimer);
    this.worker ??= this.start();
    this.worker.ref();
    this.worker.postMessage(message);
  }

  /** Starts the idle timer when no caller waits for the thread. */
  rest(): void {
    const { worker } = this;
    if (worker === undefined) return;
    worker.unref();
    clearTimeout(this.idleTimer);
    this.idleTimer = setTimeout(() => void this.end(), this.options.idleMs).unref();
  }

  /** Ends the thread at once, also during work; the next message starts another one. */
  async end(): Promise<void> {
    clearTimeout(this.idleTimer);
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }

  private start(): Worker {
    const { script, maxHeapMb, onMessage, onLost } = this.options;
    const worker = new Worker(script, {
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: maxYoungHeapMb },
      // Without the loaders and the inspector of the main thread.
      execArgv: [],
    });
    const lose = (): void => {
      // A worker that was ended, or lost before, has been replaced.
      if (worker !== this.worker) return;
      void this.end();
      onLost();
    };
    worker.on('message', (message) => {
      // A message from before a worker was ended is dropped.
      if (worker === this.worker) onMessage(message);
    });
    worker.on('error', lose);
    worker.on('exit', lose);
    return worker;
  }
}
