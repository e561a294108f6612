import type {
  ExcludedChunk,
  IncludedChunk,
  PackPreview,
  PackTimings,
  RankWeights,
  RejectedSource,
} from '@lexichord/abstractions';
import type { ShownNames } from '@lexichord/secrets/internal';

import { inTextOrder } from '../format/packed-file.js';
import { statsOf } from './stats-of.js';

/** What the stages have found out before there is a text. */
export interface SelectedPack {
  /** Best first. */
  readonly included: readonly IncludedChunk[];
  readonly excluded: readonly ExcludedChunk[];
  readonly rejected: readonly RejectedSource[];
  /** What the paths of chunks stand for. */
  readonly paths: ShownNames;
  /** Sources that could be used, each once. */
  readonly usable: number;
  /** Sources that were there already. */
  readonly repeated: number;
  readonly isPartial: boolean;
  readonly warnings: readonly string[];
  readonly estimatedTokens: number;
}

/** What packs and previews have in common. */
export type PackResult = Omit<PackPreview, 'estimatedTokens'>;

/** What a pack was done with, and how long it took. */
export interface PackCircumstances {
  readonly timingsMs: PackTimings;
  readonly availableTokens: number;
  readonly weights: RankWeights;
}

export function packResult(
  { included, excluded, rejected, usable, repeated, isPartial, warnings }: SelectedPack,
  { timingsMs, availableTokens, weights }: PackCircumstances,
): PackResult {
  const sources = usable + repeated + rejected.length;
  return {
    includedChunks: inTextOrder(included),
    excludedChunks: excluded.toSorted((a, b) => a.rank - b.rank),
    rejectedSources: rejected,
    availableTokens,
    weights,
    partial: isPartial,
    warnings,
    stats: statsOf({ sources, repeated, rejected, included, excluded, timingsMs }),
  };
}
