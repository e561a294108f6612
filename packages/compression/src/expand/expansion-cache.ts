import type { CompressionLevel, ExpandedContext, IClock, IMetrics } from '@lexichord/abstractions';
import { LRUCache } from 'lru-cache';

import type { CompressionOptions } from '../compression-options.js';

const hitRateMetric = 'Agents.Compression.Expansion.CacheHitRate';

/** Maximum size of all entries together, in UTF-16 units. Single messages may have megabytes. */
const maxUnits = 32 * 1024 * 1024;

/** Limits of the cache, and the services that it uses. */
export interface CacheServices {
  readonly limits: CompressionOptions['cache'];
  readonly clock: IClock;
  readonly metrics: IMetrics;
}

/** Key of a cached expansion. */
export interface ExpansionKey {
  readonly segmentId: string;
  readonly level: CompressionLevel;
  /** Current life of its conversation in the store; `undefined` if none is stored. */
  readonly life: number | undefined;
}

/** An expansion with the life of its conversation. */
interface Entry {
  readonly expanded: ExpandedContext;
  readonly life: number;
}

/** A cache of recently expanded segments, with a metric of its hit rate (COMP-06 §7, §8.3). */
export class ExpansionCache {
  private readonly entries: LRUCache<string, Entry> | undefined;
  private readonly metrics: IMetrics;
  private lookups = 0;
  private found = 0;

  constructor({ limits, clock, metrics }: CacheServices) {
    this.metrics = metrics;
    if (limits.maxEntries === 0) return;
    this.entries = new LRUCache({
      max: limits.maxEntries,
      ttl: Math.ceil(limits.maxAgeMinutes * 60_000),
      ttlResolution: 0,
      // The cache treats an entry of time 0 as one without an age limit.
      perf: { now: () => clock.monotonicMs() + 1 },
      maxSize: maxUnits,
      sizeCalculation: ({ expanded }) => unitsOf(expanded),
    });
  }

  /**
   * Looks up an entry and records the hit rate. An entry of a removed conversation is never returned, not even for a
   * later conversation with the same id.
   */
  get(key: ExpansionKey): ExpandedContext | undefined {
    const text = keyOf(key);
    const entry = this.entries?.get(text);
    const isCurrent = entry !== undefined && entry.life === key.life;
    if (entry !== undefined && !isCurrent) this.entries?.delete(text);
    this.lookups += 1;
    if (isCurrent) this.found += 1;
    this.metrics.gauge(hitRateMetric, this.found / this.lookups);
    return isCurrent ? entry.expanded : undefined;
  }

  /**
   * @param key with the life that was read before the segment
   * @param expanded of a closed segment, which never changes
   */
  set(key: ExpansionKey, expanded: ExpandedContext): void {
    const { life } = key;
    if (life !== undefined) this.entries?.set(keyOf(key), { expanded, life });
  }
}

/** The key of a segment at a level, as text. */
export function keyOf({ segmentId, level }: ExpansionKey): string {
  return `${level}:${segmentId}`;
}

function unitsOf({ content, messages = [] }: ExpandedContext): number {
  return messages.reduce(
    (sum, message) => sum + message.content.length + (message.original?.length ?? 0),
    content.length + 1,
  );
}
