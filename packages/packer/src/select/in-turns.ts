import type { RankedChunk, SourceType } from '@lexichord/abstractions';

/** The best of each kind of source, then the second best of each, and so on (T-016 FR-016-115). */
export function inTurnsOfSources(chunks: readonly RankedChunk[]): readonly RankedChunk[] {
  const turns = new Map<SourceType, number>();
  const placed = chunks.map((chunk) => {
    const turn = turns.get(chunk.sourceType) ?? 0;
    turns.set(chunk.sourceType, turn + 1);
    return { chunk, turn };
  });
  return placed.sort((a, b) => a.turn - b.turn || a.chunk.rank - b.chunk.rank).map(({ chunk }) => chunk);
}
