import type { IClock, PackStage, PackTimings, RankedChunk, RejectedSource } from '@lexichord/abstractions';

import type { ReadChange } from '../change/change-cutter.js';
import type { SourcedChunk, WithheldChunk } from '../chunk/source-chunker.js';
import type { CollectedSources } from '../collect/source-collector.js';
import type { RepetitionIndex } from '../deduplicate/repetition-index.js';
import type { RepeatedChunks } from '../rank/distinct-chunks.js';
import type { KnownChanges } from '../rank/recent-changes-in-time.js';
import type { ScreenedParts } from '../secrets/screen-pack-names.js';

/** Facts about the sources of a pack, for every stage. */
interface SourceFacts {
  /** Number of distinct usable sources. */
  readonly usable: number;
  /** Number of repeated sources. */
  readonly repeated: number;
  readonly rejected: readonly RejectedSource[];
  readonly warnings: readonly string[];
  /** Whether a stage ended early or a source failed temporarily. */
  readonly isPartial: boolean;
}

/** Result of collecting. */
export interface CollectedPack extends CollectedSources {
  /** Recent changes from git, awaited only by ranking. */
  readonly changes: Promise<KnownChanges>;
  /** The packed change, read concurrently; never rejects. Absent: none. */
  readonly changed?: Promise<ReadChange> | undefined;
}

/** Result of cutting. */
export interface ChunkedPack extends SourceFacts, Pick<CollectedPack, 'changes'> {
  /** All chunks. */
  readonly chunks: readonly SourcedChunk[];
  /** Chunks that are not packed, but ranked for listing in order. */
  readonly withheld: readonly WithheldChunk[];
}

/** Result of ranking: `allowed` are the chunks that may be selected, best first. */
export interface RankedPack extends Omit<SourceFacts, keyof ScreenedParts>, ScreenedParts {
  readonly allowed: readonly RankedChunk[];
  readonly repeatedChunks: RepeatedChunks;
}

/** Result of preparing the comparison of chunks. */
export interface ComparedPack extends RankedPack {
  /** Creates empty indexes of the selected chunks. */
  readonly createIndex: () => RepetitionIndex;
}

/** Measures the time of each stage of one pack. */
export class StageTimer {
  private readonly startedMs: number;
  private readonly tookMs = new Map<PackStage, number>();

  constructor(
    private readonly clock: IClock,
    private readonly onStage: ((stage: PackStage) => void) | undefined,
  ) {
    this.startedMs = clock.monotonicMs();
  }

  /** Runs a stage. The times of repeated runs are added. */
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
