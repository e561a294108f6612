import {
  type ExcludedChunk,
  type IncludedChunk,
  type PackStats,
  type PackTimings,
  type RejectedSource,
  type SourceShare,
  sourceTypes,
} from '@lexichord/abstractions';

/** What a pack came to. */
export interface PackOutcome {
  /** Sources that were given, fetched ones included. */
  readonly sources: number;
  readonly repeated: number;
  readonly rejected: readonly RejectedSource[];
  readonly included: readonly IncludedChunk[];
  readonly excluded: readonly ExcludedChunk[];
  readonly timingsMs: PackTimings;
}

/** The numbers of a pack (T-016 FR-016-14). */
export function statsOf({ sources, repeated, rejected, included, excluded, timingsMs }: PackOutcome): PackStats {
  const duplicates = excluded.filter(({ reason }) => reason === 'duplicate');
  const overlaps = excluded.filter(({ reason }) => reason === 'overlap');
  return {
    sources,
    rejectedSources: rejected.length,
    repeatedSources: repeated,
    chunks: included.length + excluded.length,
    includedChunks: included.length,
    excludedChunks: excluded.length,
    exactDuplicates: duplicates.length,
    overlapDuplicates: overlaps.length,
    tokensSaved: tokensOf(duplicates) + tokensOf(overlaps),
    bySource: Object.fromEntries(
      sourceTypes.flatMap((type): [string, SourceShare][] => {
        const chunks = included.filter(({ sourceType }) => sourceType === type);
        if (chunks.length === 0) return [];
        const files = new Set(chunks.map(({ filePath }) => filePath)).size;
        return [[type, { tokens: tokensOf(chunks), chunks: chunks.length, files }]];
      }),
    ),
    timingsMs,
  };
}

function tokensOf(chunks: readonly IncludedChunk[]): number {
  return chunks.reduce((sum, { tokenCount }) => sum + tokenCount, 0);
}
