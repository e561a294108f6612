import type { CompressionLevel, ExpandedContext, IClock, IMetrics } from '@lexichord/abstractions';
import { LRUCache } from 'lru-cache';

import type { CompressionOptions } from '../compression-options.js';

const hitRateMetric = 'Agents.Compression.Expansion.CacheHitRate';

/** UTF-16 units of all that is kept together. A conversation may hold messages of megabytes. */
const maxUnits = 32 * 1024 * 1024;

/** What a cache needs to know. */
export interface CacheServices {
  readonly limits: CompressionOptions['cache'];
  readonly clock: IClock;
  readonly metrics: IMetrics;
}

/** Recently expanded segments, and how often they were asked for again (COMP-06 §7, §8.3). */
export class ExpansionCache {
  private readonly entries: LRUCache<string, ExpandedContext> | undefined;
  private readonly metrics: IMetrics;
  private asked = 0;
  private found = 0;

  constructor({ limits, clock, metrics }: CacheServices) {
    this.metrics = metrics;
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
    const expanded = this.entries?.get(keyOf(segmentId, level));
    this.asked += 1;
    if (expanded !== undefined) this.found += 1;
    this.metrics.gauge(hitRateMetric, this.found / this.asked);
    return expanded;
  }

  /** @param expanded of a closed segment, which never changes */
  set(expanded: ExpandedContext): void {
    this.entries?.set(keyOf(expanded.segmentId, expanded.level), expanded);
  }
}

function keyOf(segmentId: string, level: CompressionLevel): string {
  return `${level}:${segmentId}`;
}

function unitsOf({ content, messages = [] }: ExpandedContext): number {
  return messages.reduce((sum, message) => sum + message.content.length, content.length + 1);
}
