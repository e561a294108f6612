import type { IClock, PackStage, PackTimings } from '@lexichord/abstractions';

/** How long each stage of one pack took. */
export class StageTimer {
  private readonly startedMs: number;
  private readonly tookMs = new Map<PackStage, number>();

  constructor(
    private readonly clock: IClock,
    private readonly onStage: ((stage: PackStage) => void) | undefined,
  ) {
    this.startedMs = clock.monotonicMs();
  }

  /** Runs a stage. A stage that runs twice has both times. */
  async run<T>(stage: PackStage, work: () => T | Promise<T>): Promise<T> {
    this.onStage?.(stage);
    const startedMs = this.clock.monotonicMs();
    try {
      return await work();
    } finally {
      this.tookMs.set(stage, (this.tookMs.get(stage) ?? 0) + this.clock.monotonicMs() - startedMs);
    }
  }

  timings(): PackTimings {
    const of = (stage: PackStage): number => this.tookMs.get(stage) ?? 0;
    return {
      collect: of('collect'),
      chunk: of('chunk'),
      rank: of('rank'),
      dedup: of('dedup'),
      select: of('select'),
      format: of('format'),
      total: this.clock.monotonicMs() - this.startedMs,
    };
  }
}
