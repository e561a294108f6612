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

/** Where an expansion is found. */
export interface ExpansionPlace {
  readonly segmentId: string;
  readonly level: CompressionLevel;
  /** Of its conversation, as the store says it now; `undefined` where none is stored. */
  readonly life: number | undefined;
}

/** An expansion, and the life of the conversation that it is of. */
interface Entry {
  readonly expanded: ExpandedContext;
  readonly life: number;
}

/** A cache of recently expanded segments, with a metric of its hit rate (COMP-06 §7, §8.3). */
export class ExpansionCache {
  private readonly entries: LRUCache<string, Entry> | undefined;
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
      // The cache treats an entry of time 0 as one without an age limit.
      perf: { now: () => clock.monotonicMs() + 1 },
      maxSize: maxUnits,
      sizeCalculation: ({ expanded }) => unitsOf(expanded),
    });
  }

  /**
   * Looks up an entry and records the hit rate. Of a conversation that was removed, by whatever process, nothing is
   * shown again, nor taken for a later conversation with the same id.
   */
  get(place: ExpansionPlace): ExpandedContext | undefined {
    const key = keyOf(place);
    const entry = this.entries?.get(key);
    const isCurrent = entry !== undefined && entry.life === place.life;
    if (entry !== undefined && !isCurrent) this.entries?.delete(key);
    this.asked += 1;
    if (isCurrent) this.found += 1;
    this.metrics.gauge(hitRateMetric, this.found / this.asked);
    return isCurrent ? entry.expanded : undefined;
  }

  /**
   * @param place with the life from before the segment was read
   * @param expanded of a closed segment, which never changes
   */
  set(place: ExpansionPlace, expanded: ExpandedContext): void {
    const { life } = place;
    if (life !== undefined) this.entries?.set(keyOf(place), { expanded, life });
  }
}

/** What a segment at a level is named. */
export function keyOf({ segmentId, level }: ExpansionPlace): string {
  return `${level}:${segmentId}`;
}

function unitsOf({ content, messages = [] }: ExpandedContext): number {
  return messages.reduce(
    (sum, message) => sum + message.content.length + (message.original?.length ?? 0),
    content.length + 1,
  );
}
