import type { RankedChunk } from '@lexichord/abstractions';

/** Chunks that were given more than once, beyond the first time. */
export interface RepeatedChunks {
  readonly chunks: number;
  readonly tokens: number;
}

/** Chunks without repetition. */
export interface DistinctChunks {
  /** Best first. */
  readonly chunks: readonly RankedChunk[];
  readonly repeated: RepeatedChunks;
}

/**
 * Each chunk once. Several sources give the same lines: an open file, a search, a place that the task names. Such a chunk
 * is one candidate, with its best rank; ranks have no gaps.
 *
 * @param ranked best first
 */
export function distinctChunks(ranked: readonly RankedChunk[]): DistinctChunks {
  const distinct = new Map<string, RankedChunk>();
  for (const chunk of ranked) {
    // An id has a short hash of the content only.
    const key = `${chunk.id}\n${chunk.content}`;
    if (!distinct.has(key)) distinct.set(key, chunk);
  }
  const tokensOf = (chunks: Iterable<RankedChunk>): number =>
    [...chunks].reduce((sum, { tokenCount }) => sum + tokenCount, 0);
  return {
    chunks: [...distinct.values()].map((chunk, index) => ({ ...chunk, rank: index + 1 })),
    repeated: { chunks: ranked.length - distinct.size, tokens: tokensOf(ranked) - tokensOf(distinct.values()) },
  };
}
