import {
  type ExcludedChunk,
  type IncludedChunk,
  type PackPreview,
  type PackStats,
  type PackTimings,
  type RankWeights,
  type RejectedSource,
  type RelatedStats,
  type SourceShare,
  sourceTypes,
} from '@lexichord/abstractions';
import type { ShownNames } from '@lexichord/secrets/internal';

import { allShown, type OutlinedSelection } from '../detail/with-outline.js';
import type { RepetitionIndex } from '../deduplicate/repetition-index.js';
import type { RepeatedChunks } from '../rank/distinct-chunks.js';
import type { PackArrangement } from '../stable/arrange-pack.js';

/** Results of the stages before formatting. */
export interface SelectedPack {
  /** Best first. */
  readonly included: readonly IncludedChunk[];
  readonly excluded: readonly ExcludedChunk[];
  /** The order of the text. */
  readonly arrangement: PackArrangement;
  /** Outline lines that are not in `included`; empty once they are. */
  readonly outline: OutlinedSelection['outline'];
  /** Creates empty indexes of the chunks in the text. */
  readonly createIndex: () => RepetitionIndex;
  readonly rejected: readonly RejectedSource[];
  /** The original paths of chunks. */
  readonly paths: ShownNames;
  /** Number of distinct usable sources. */
  readonly usable: number;
  /** Number of repeated sources. */
  readonly repeated: number;
  /** Chunks that came from several sources. */
  readonly repeatedChunks: RepeatedChunks;
  readonly isPartial: boolean;
  readonly warnings: readonly string[];
  readonly estimatedTokens: number;
  /** Related definitions; absent if none were found. */
  readonly related?: FoundRelated | undefined;
}

/** Related definitions that were found for the chunks. */
export interface FoundRelated {
  /** Number of signatures that could be shown. */
  readonly found: number;
  readonly omitted: Omit<RelatedStats['omitted'], 'budget'>;
}

/** Fields of both packs and previews. */
export type PackResult = Omit<PackPreview, 'estimatedTokens'>;

/** Settings of a pack, and the times of its stages. */
export interface PackCircumstances {
  readonly timingsMs: PackTimings;
  readonly availableTokens: number;
  readonly weights: RankWeights;
}

export function packResult(
  { arrangement, rejected, usable, repeated, repeatedChunks, related, ...selected }: SelectedPack,
  { timingsMs, availableTokens, weights }: PackCircumstances,
): PackResult {
  const sources = usable + repeated + rejected.length;
  const [included, { excluded }] = [allShown(selected), selected];
  const { chunks: includedChunks, bodyChunks } = arrangement.inTextOrder(included);
  return {
    includedChunks,
    bodyChunks,
    previous: arrangement.previous,
    excludedChunks: excluded.toSorted((a, b) => a.rank - b.rank),
    rejectedSources: rejected,
    availableTokens,
    weights,
    partial: selected.isPartial,
    warnings: selected.warnings,
    stats: {
      ...statsOf({ sources, repeated, repeatedChunks, rejected, included, excluded, timingsMs }),
      ...(related === undefined ? {} : { related: relatedStats(related, included) }),
    },
  };
}

/** The result of a pack. */
interface PackOutcome {
  /** Number of given sources, including fetched ones. */
  readonly sources: number;
  readonly repeated: number;
  readonly repeatedChunks: RepeatedChunks;
  readonly rejected: readonly RejectedSource[];
  readonly included: readonly IncludedChunk[];
  readonly excluded: readonly ExcludedChunk[];
  readonly timingsMs: PackTimings;
}

/** Statistics of a pack (T-016 FR-016-14). */
function statsOf({
  sources,
  repeated,
  repeatedChunks,
  rejected,
  included,
  excluded,
  timingsMs,
}: PackOutcome): PackStats {
  const duplicates = excluded.filter(({ reason }) => reason === 'duplicate');
  const overlaps = excluded.filter(({ reason }) => reason === 'overlap');
  return {
    sources,
    rejectedSources: rejected.length,
    repeatedSources: repeated,
    chunks: included.length + excluded.length,
    includedChunks: included.length,
    excludedChunks: excluded.length,
    exactDuplicates: duplicates.length + repeatedChunks.chunks,
    overlapDuplicates: overlaps.length,
    tokensSaved: tokensOf(duplicates) + tokensOf(overlaps) + repeatedChunks.tokens,
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

/** Counts related code; found code that is not shown did not fit. */
function relatedStats({ found, omitted }: FoundRelated, included: readonly IncludedChunk[]): RelatedStats {
  const shown = included.filter(({ because }) => because !== undefined);
  return { shown: shown.length, tokens: tokensOf(shown), omitted: { budget: found - shown.length, ...omitted } };
}
