import 'reflect-metadata';
import { type ExcludedChunk, ILogger, ITokenCounter, type RankedChunk } from '@lexichord/abstractions';
import { LRUCache } from 'lru-cache';
import { inject, injectable } from 'tsyringe';

import { PackingOptions } from '../packing-options.js';
import { contentKey } from './content-key.js';
import type { Deduplicated, IDeduplicator } from './deduplicator.js';
import { KeptRanges, overlap } from './kept-ranges.js';
import { mergeRanges } from './merge-ranges.js';

/** Goes through the chunks from best to worst and keeps what says something new. */
@injectable()
export class RankedDeduplicator implements IDeduplicator {
  private readonly log: ILogger;
  /** Content keys by chunk id; what is not asked for is forgotten (T-016 threat 5). */
  private readonly keys: LRUCache<string, { readonly content: string; readonly key: string | undefined }> | undefined;

  constructor(
    @inject(PackingOptions) private readonly options: PackingOptions,
    @inject(ITokenCounter) private readonly counter: ITokenCounter,
    @inject(ILogger) log: ILogger,
  ) {
    this.log = log.forSource('RankedDeduplicator');
    const { cacheEnabled, cacheMaxSize } = options.deduplication;
    this.keys = cacheEnabled ? new LRUCache({ max: cacheMaxSize }) : undefined;
  }

  deduplicate(chunks: readonly RankedChunk[]): Deduplicated {
    const { contentHashEnabled, overlapDetectionEnabled, overlapThreshold, overlapMode } = this.options.deduplication;
    const removed: ExcludedChunk[] = [];
    const byContent = new Map<string, RankedChunk>();
    const byFile = new Map<string, KeptRanges>();
    const unique: RankedChunk[] = [];
    for (const chunk of chunks) {
      const key = contentHashEnabled ? this.keyOf(chunk) : undefined;
      const same = key === undefined ? undefined : byContent.get(key);
      const ranges = byFile.get(chunk.filePath) ?? new KeptRanges();
      const over = overlapDetectionEnabled ? ranges.findFor(chunk, overlapThreshold) : undefined;
      if (same !== undefined) {
        removed.push({ ...chunk, reason: 'duplicate', keptChunk: same.id });
      } else if (over !== undefined) {
        removed.push({ ...chunk, reason: 'overlap', keptChunk: over.id, detail: sharedLines(over, chunk) });
      } else {
        if (key !== undefined) byContent.set(key, chunk);
        ranges.add(chunk);
        byFile.set(chunk.filePath, ranges);
        unique.push(chunk);
      }
    }
    const result = overlapMode === 'merge' ? mergeRanges({ unique, removed }, this.counter) : { unique, removed };
    this.logResult(result);
    return result;
  }

  private keyOf(chunk: RankedChunk): string | undefined {
    const { id, content, language } = chunk;
    const known = this.keys?.get(id);
    // An id has a short hash of the content only.
    if (known?.content === content) return known.key;
    const key = contentKey(content, language, this.options.deduplication);
    this.keys?.set(id, { content, key });
    return key;
  }

  private logResult({ unique, removed }: Deduplicated): void {
    const duplicates = removed.filter(({ reason }) => reason === 'duplicate').length;
    this.log.debug('Removed {duplicates} duplicates and {overlaps} overlaps of {chunks} chunks', {
      duplicates,
      overlaps: removed.length - duplicates,
      chunks: unique.length + removed.length,
    });
  }
}

function sharedLines(kept: RankedChunk, chunk: RankedChunk): string {
  return `${Math.round(overlap(kept, chunk) * 100)} % of the longer range's lines are the same`;
}
