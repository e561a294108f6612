import type { CompressionLevel, ExpandedContext, IClock, IMetrics } from '@lexichord/abstractions';
import { LRUCache } from 'lru-cache';

import type { CompressionOptions } from '../compression-options.js';
import type { IRemovals } from '../store/removals.js';

const hitRateMetric = 'Agents.Compression.Expansion.CacheHitRate';

/** UTF-16 units of all that is kept together. A conversation may hold messages of megabytes. */
const maxUnits = 32 * 1024 * 1024;

/** What a cache needs to know. */
export interface CacheServices {
  readonly limits: CompressionOptions['cache'];
  readonly clock: IClock;
  readonly metrics: IMetrics;
  readonly removals: IRemovals;
}

/** Recently expanded segments, and how often they were asked for again (COMP-06 §7, §8.3). */
export class ExpansionCache {
  private readonly entries: LRUCache<string, ExpandedContext> | undefined;
  private readonly metrics: IMetrics;
  private readonly removals: IRemovals;
  private removed: number;
  private asked = 0;
  private found = 0;

  constructor({ limits, clock, metrics, removals }: CacheServices) {
    this.metrics = metrics;
    this.removals = removals;
    this.removed = removals.count;
    if (limits.maxEntries === 0) return;
    this.entries = new LRUCache({
      max: limits.maxEntries,
      ttl: Math.ceil(limits.maxAgeMinutes * 60_000),
      ttlResolution: 0,
      // An entry of the moment 0 would never grow old.
      perf: { now: () => clock.monotonicMs() + 1 },
      maxSize: maxUnits,
      sizeCalculation: unitsOf,
    });
  }

  /** Counts as a question: the rate of answers goes to the metrics. */
  get(segmentId: string, level: CompressionLevel): ExpandedContext | undefined {
    this.forgetRemoved();
    const expanded = this.entries?.get(keyOf(segmentId, level));
    this.asked += 1;
    if (expanded !== undefined) this.found += 1;
    this.metrics.gauge(hitRateMetric, this.found / this.asked);
    return expanded;
  }

  /** What was removed must not be told again, nor be taken for what is stored under the same id later. */
  private forgetRemoved(): void {
    if (this.removed === this.removals.count) return;
    this.removed = this.removals.count;
    this.entries?.clear();
  }

  /** What {@link set} is told, taken before anything is read. */
  get moment(): number {
    return this.removals.count;
  }

  /**
   * @param expanded of a closed segment, which never changes
   * @param moment when it was read: what has been removed since then is not kept
   */
  set(expanded: ExpandedContext, moment: number): void {
    if (moment !== this.removals.count) return;
    this.forgetRemoved();
    this.entries?.set(keyOf(expanded.segmentId, expanded.level), expanded);
  }
}

function keyOf(segmentId: string, level: CompressionLevel): string {
  return `${level}:${segmentId}`;
}

function unitsOf({ content, messages = [] }: ExpandedContext): number {
  return messages.reduce(
    (sum, message) => sum + message.content.length + (message.original?.length ?? 0),
    content.length + 1,
  );
}
