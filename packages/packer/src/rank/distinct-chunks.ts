import type { RankedChunk } from '@lexichord/abstractions';

/** Number and tokens of repeated chunks, without their first occurrences. */
export interface RepeatedChunks {
  readonly chunks: number;
  readonly tokens: number;
}

/** Chunks without repeated contents. */
export interface DistinctChunks {
  /** Best first. */
  readonly chunks: readonly RankedChunk[];
  readonly repeated: RepeatedChunks;
}

/**
 * Removes repeated chunks: several sources can give the same lines, such as an open file, a search, and a place in the
 * task. The remaining one has the best rank; ranks have no gaps.
 *
 * @param ranked best first
 */
export function distinctChunks(ranked: readonly RankedChunk[]): DistinctChunks {
  const distinct = new Map<string, RankedChunk>();
  for (const chunk of ranked) {
    // An id has only a short hash of the content.
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
