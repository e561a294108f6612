import type { CompressionLevel, ExpandedContext, IClock, IMetrics } from '@lexichord/abstractions';
import { LRUCache } from 'lru-cache';

import type { CompressionOptions } from '../compression-options.js';
import type { IRemovals } from '../store/removals.js';

const hitRateMetric = 'Agents.Compression.Expansion.CacheHitRate';

/** Maximum size of all entries together, in UTF-16 units. Single messages may have megabytes. */
const maxUnits = 32 * 1024 * 1024;

/** Limits of the cache, and the services that it uses. */
export interface CacheServices {
  readonly limits: CompressionOptions['cache'];
  readonly clock: IClock;
  readonly metrics: IMetrics;
  readonly removals: IRemovals;
}

/** A cache of recently expanded segments, with a metric of its hit rate (COMP-06 §7, §8.3). */
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
      // The cache treats an entry of time 0 as one without an age limit.
      perf: { now: () => clock.monotonicMs() + 1 },
      maxSize: maxUnits,
      sizeCalculation: unitsOf,
    });
  }

  /** Looks up an entry and records the hit rate. */
  get(segmentId: string, level: CompressionLevel): ExpandedContext | undefined {
    this.forgetRemoved();
    const expanded = this.entries?.get(keyOf(segmentId, level));
    this.asked += 1;
    if (expanded !== undefined) this.found += 1;
    this.metrics.gauge(hitRateMetric, this.found / this.asked);
    return expanded;
  }

  /**
   * Drops all entries after a removal: removed text must not be shown again, nor be taken for a later conversation
   * with the same id.
   */
  private forgetRemoved(): void {
    if (this.removed === this.removals.count) return;
    this.removed = this.removals.count;
    this.entries?.clear();
  }

  /** Number of removals so far. Take it before reading, and pass it to {@link set}. */
  get moment(): number {
    return this.removals.count;
  }

  /**
   * @param expanded of a closed segment, which never changes
   * @param moment {@link moment} before reading; the entry is dropped if something was removed since
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
