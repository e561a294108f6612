import { BackgroundThread, raceWithSignal } from '@lexichord/platform/internal';

import type { TaggedProse } from '../../worker/tag-prose.mjs';

/**
 * Maximum length of texts that are tagged on this thread, in UTF-16 units: sending them to another would take longer.
 */
const maxInPlaceLength = 4_096;

/** Time limit of one call; ordinary texts need a hundredth of it. */
const timeLimitMs = 30_000;

/** Heap limit of the thread, in megabytes. */
const maxHeapMb = 512;

/** Time until an idle thread is ended, in milliseconds. */
const idleMs = 5_000;

interface ThreadReply {
  readonly id: number;
  readonly tagged?: readonly TaggedProse[];
}

type Finish = (tagged: readonly TaggedProse[] | undefined) => void;

/**
 * Finds words and sentences of prose, on another thread unless the text is short. {@link ProseTagger.end} frees the
 * thread.
 */
export class ProseTagger {
  private readonly thread = new BackgroundThread({
    script: new URL('../../worker/prose-worker.mjs', import.meta.url),
    maxHeapMb,
    idleMs,
    onMessage: (reply) => this.receive(reply as ThreadReply),
    onLost: () => this.giveUp(),
  });
  private readonly waiting = new Map<number, Finish>();
  private lastId = 0;

  /** @param limitMs time limit of one call */
  constructor(private readonly limitMs = timeLimitMs) {}

  /** Tags texts, in order; `undefined` if tagging failed. @throws the signal's reason */
  async tag(texts: readonly string[], signal?: AbortSignal): Promise<readonly TaggedProse[] | undefined> {
    signal?.throwIfAborted();
    const units = texts.reduce((sum, text) => sum + text.length, 0);
    if (units === 0) return texts.map(() => ({ words: new Int32Array(), sentenceEnds: new Int32Array() }));
    if (units <= maxInPlaceLength) return (await import('../../worker/tag-prose.mjs')).tagProse(texts);
    const tagging = this.tagOnThread(texts);
    return signal === undefined ? tagging : raceWithSignal(tagging, signal);
  }

  /** Ends the thread and drops its work. */
  async end(): Promise<void> {
    const ended = this.thread.end();
    this.giveUp();
    await ended;
  }

  private tagOnThread(texts: readonly string[]): Promise<readonly TaggedProse[] | undefined> {
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve) => {
      const timer = setTimeout(() => void this.end(), this.limitMs);
      this.waiting.set(id, (tagged) => {
        clearTimeout(timer);
        this.waiting.delete(id);
        if (this.waiting.size === 0) this.thread.rest();
        resolve(tagged);
      });
      this.thread.post({ id, texts });
    });
  }

  private receive({ id, tagged }: ThreadReply): void {
    this.waiting.get(id)?.(tagged);
  }

  /** Resolves the waiting calls without a result. */
  private giveUp(): void {
    for (const finish of [...this.waiting.values()]) finish(undefined);
  }
}
