import 'reflect-metadata';
import {
  type ExcludedChunk,
  ITokenCounter,
  type RankedChunk,
  type Token,
  isFromGit,
  token,
} from '@lexichord/abstractions';
import { chunkId, LineIndex } from '@lexichord/platform/internal';
import { LRUCache } from 'lru-cache';
import { inject, injectable } from 'tsyringe';

import { wholeOf } from '../chunk/excerpt-chunk.js';
import { PackingOptions } from '../packing-options.js';
import { contentKey, contentSample } from './content-key.js';
import { holds } from './kept-ranges.js';
import { ChunkRepetitionIndex, type ContentRules, type RepetitionIndex } from './repetition-index.js';

/** Distinct chunks. */
export interface Deduplicated {
  /** Best first, in the given order (T-016 FR-016-102). */
  readonly unique: readonly RankedChunk[];
  /** Duplicates of better chunks, each with the id of the kept one (T-016 AC-099, AC-104). Best first. */
  readonly removed: readonly ExcludedChunk[];
}

/** Removes duplicates (T-016 FR-016-91..105). */
export interface IDeduplicator {
  /** @param chunks best first: of two duplicates the first is kept */
  deduplicate(chunks: readonly RankedChunk[]): Deduplicated;
  /**
   * Creates empty indexes for the selection: a chunk repeats only chunks that were selected before it.
   *
   * The indexes share what they compute of chunks.
   */
  prepare(): () => RepetitionIndex;
}
export const IDeduplicator: Token<IDeduplicator> = token('IDeduplicator');

/** Keeps the chunks with new content, from best to worst. */
@injectable()
export class RankedDeduplicator implements IDeduplicator {
  /** Content keys by chunk id, limited in number (T-016 threat 5). */
  private readonly keys: LRUCache<string, { readonly content: string; readonly key: string | undefined }> | undefined;

  constructor(
    @inject(PackingOptions) private readonly options: PackingOptions,
    @inject(ITokenCounter) private readonly counter: ITokenCounter,
  ) {
    const { cacheEnabled, cacheMaxSize } = options.deduplication;
    this.keys = cacheEnabled ? new LRUCache({ max: cacheMaxSize }) : undefined;
  }

  deduplicate(chunks: readonly RankedChunk[]): Deduplicated {
    const index = this.newIndex(this.contentRules());
    const removed: ExcludedChunk[] = [];
    const unique: RankedChunk[] = [];
    for (const chunk of chunks) {
      const repetition = index.find(chunk);
      if (repetition !== undefined) {
        removed.push({ ...chunk, ...repetition });
      } else {
        index.add(chunk);
        unique.push(chunk);
      }
    }
    return this.isMerging ? mergeRanges({ unique, removed }, this.counter) : { unique, removed };
  }

  prepare(): () => RepetitionIndex {
    const contents = this.contentRules();
    // If ranges are merged later, partly overlapping ones are all selected.
    return () => this.newIndex(contents, this.isMerging);
  }

  private get isMerging(): boolean {
    return this.options.deduplication.overlapMode === 'merge';
  }

  private newIndex(contents: ContentRules | undefined, containedOnly?: boolean): RepetitionIndex {
    const { overlapDetectionEnabled, overlapThreshold } = this.options.deduplication;
    return new ChunkRepetitionIndex({
      contents,
      ranges: overlapDetectionEnabled ? { threshold: overlapThreshold, containedOnly } : undefined,
    });
  }

  /** Rules that compute the sample of each chunk, and the key if needed, once. */
  private contentRules(): ContentRules | undefined {
    const { deduplication } = this.options;
    if (!deduplication.contentHashEnabled) return undefined;
    return {
      sampleOf: computedOnce(({ content }) => contentSample(content, deduplication)),
      keyOf: computedOnce((chunk) => this.keyOf(chunk)),
    };
  }

  private keyOf(chunk: RankedChunk): string | undefined {
    const { id, content, language } = chunk;
    const cached = this.keys?.get(id);
    // An id has only a short hash of the content.
    if (cached?.content === content) return cached.key;
    const key = contentKey(content, language, this.options.deduplication);
    this.keys?.set(id, { content, key });
    return key;
  }
}

function computedOnce<Value>(compute: (chunk: RankedChunk) => Value): (chunk: RankedChunk) => Value {
  const values = new Map<RankedChunk, { readonly value: Value }>();
  return (chunk) => {
    let computed = values.get(chunk);
    if (computed === undefined) values.set(chunk, (computed = { value: compute(chunk) }));
    return computed.value;
  };
}

/**
 * Merges each kept chunk with the chunks that overlap it: all their lines, with the rank of the best (T-016
 * FR-016-99..101).
 */
function mergeRanges({ unique, removed }: Deduplicated, counter: ITokenCounter): Deduplicated {
  const widened = new Map(unique.map((chunk) => [chunk.id, chunk]));
  for (const chunk of removed) {
    const kept = chunk.reason === 'overlap' ? widened.get(chunk.keptChunk ?? '') : undefined;
    if (kept !== undefined && !isFromGit(kept)) widened.set(chunk.keptChunk ?? '', union(kept, chunk));
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

/** Merges the lines of both, with all other fields of the better one. */
function union(better: RankedChunk, other: RankedChunk): RankedChunk {
  const [first, second] = better.startLine <= other.startLine ? [better, other] : [other, better];
  const shared = Math.max(0, first.endLine - second.startLine + 1);
  const rest = second.content.slice(new LineIndex(second.content).start(shared));
  const { startLine, content } = first;
  const lines =
    second.endLine <= first.endLine ? linesOf(first) : { startLine, endLine: second.endLine, content: content + rest };
  const partOf = [wholeOf(better), wholeOf(other)].find((whole) => whole !== undefined && !holds(lines, whole));
  return { ...better, ...lines, partOf };
}

function linesOf({ startLine, endLine, content }: RankedChunk): Pick<RankedChunk, 'startLine' | 'endLine' | 'content'> {
  return { startLine, endLine, content };
}

function described(chunk: RankedChunk, counter: ITokenCounter): RankedChunk {
  const { content, id } = chunk;
  const newId = chunkId(chunk, content);
  return newId === id ? chunk : { ...chunk, id: newId, part: undefined, tokenCount: counter.countTokens(content) };
}
