import 'reflect-metadata';
import {
  type ExcludedChunk,
  ILogger,
  ITokenCounter,
  type RankedChunk,
  type Token,
  token,
} from '@lexichord/abstractions';
import { chunkId, LineIndex } from '@lexichord/platform/internal';
import { LRUCache } from 'lru-cache';
import { inject, injectable } from 'tsyringe';

import { PackingOptions } from '../packing-options.js';
import { contentKey } from './content-key.js';
import { KeptRanges, overlap } from './kept-ranges.js';

/** Chunks without repetition. */
export interface Deduplicated {
  /** Best first, as they came (T-016 FR-016-102). */
  readonly unique: readonly RankedChunk[];
  /** Those that another, better one is there for, each with its id (T-016 AC-099, AC-104). Best first. */
  readonly removed: readonly ExcludedChunk[];
}

/** Removes what is said twice (T-016 FR-016-91..105). */
export interface IDeduplicator {
  /** @param chunks best first: of two that say the same, the first stays */
  deduplicate(chunks: readonly RankedChunk[]): Deduplicated;
}
export const IDeduplicator: Token<IDeduplicator> = token('IDeduplicator');

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

/**
 * Puts one chunk in place of each kept one and those that overlap it and reach beyond it: all their lines, with the
 * rank of the best (T-016 FR-016-99..101).
 */
function mergeRanges({ unique, removed }: Deduplicated, counter: ITokenCounter): Deduplicated {
  const widened = new Map(unique.map((chunk) => [chunk.id, chunk]));
  for (const chunk of removed) {
    const kept = chunk.reason === 'overlap' ? widened.get(chunk.keptChunk ?? '') : undefined;
    if (kept !== undefined) widened.set(chunk.keptChunk ?? '', union(kept, chunk));
  }
  const merged = new Map([...widened].map(([id, chunk]) => [id, described(chunk, counter)]));
  return {
    unique: unique.map(({ id }) => merged.get(id) as RankedChunk),
    removed: removed.map((chunk) => ({
      ...chunk,
      keptChunk: merged.get(chunk.keptChunk ?? '')?.id ?? chunk.keptChunk,
    })),
  };
}

/** The lines of both, with everything else of the better one. */
function union(better: RankedChunk, other: RankedChunk): RankedChunk {
  const [first, second] = better.startLine <= other.startLine ? [better, other] : [other, better];
  if (second.endLine <= first.endLine) return { ...better, ...linesOf(first) };
  const shared = Math.max(0, first.endLine - second.startLine + 1);
  const rest = second.content.slice(new LineIndex(second.content).start(shared));
  return { ...better, startLine: first.startLine, endLine: second.endLine, content: first.content + rest };
}

function linesOf({ startLine, endLine, content }: RankedChunk): Pick<RankedChunk, 'startLine' | 'endLine' | 'content'> {
  return { startLine, endLine, content };
}

function described(chunk: RankedChunk, counter: ITokenCounter): RankedChunk {
  const { content, id } = chunk;
  const newId = chunkId(chunk, content);
  return newId === id ? chunk : { ...chunk, id: newId, part: undefined, tokenCount: counter.countTokens(content) };
}
