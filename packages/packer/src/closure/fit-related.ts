import type { ExcludedChunk, IncludedChunk } from '@lexichord/abstractions';

import { withoutReason } from '../deduplicate/recheck-repetition.js';
import type { Layout } from '../format/formatter.js';
import type { SelectedPack } from '../pack/pack-result.js';
import type { SignatureChunk } from './read-related.js';

/** Limits of signatures. */
export interface RelatedLimits {
  readonly layout: Layout;
  /** Tokens that they may add to the text. */
  readonly maxTokens: number;
}

/** Signatures that fit beside bodies. */
export interface FittedRelated extends Pick<SelectedPack, 'included' | 'excluded'> {
  /** Tokens that they add to the text. */
  readonly tokens: number;
  /** Candidate signatures: without those that are in the text already, or must not be. */
  readonly found: number;
}

/** A chunk that was left out for one of these is in the text already, or must not be there. */
const finalReasons: ReadonlySet<string> = new Set(['duplicate', 'overlap', 'secret']);

/**
 * As many signatures as fit into the outline, in their order; one that does not fit is passed over. A candidate that was
 * left out is included with less detail; what was no candidate comes behind all that were.
 */
export function fitRelated(
  { included, excluded }: Pick<SelectedPack, 'included' | 'excluded'>,
  signatures: readonly SignatureChunk[],
  { layout, maxTokens }: RelatedLimits,
): FittedRelated {
  const all = [...included, ...excluded];
  const candidates = new Map(all.map((chunk) => [chunk.id, chunk]));
  const lines: IncludedChunk[] = [];
  const replaced = new Set<IncludedChunk | ExcludedChunk>();
  // Merged chunks can have the lines, and with them the id, of another candidate.
  const lastRank = all.reduce((last, { rank }) => Math.max(last, rank), 0);
  let [tokens, found, nextRank] = [0, 0, lastRank + 1];
  for (const signature of signatures) {
    const candidate = candidates.get(signature.id);
    if (candidate !== undefined && !isShowable(candidate)) continue;
    found += 1;
    if (tokens + signature.tokenCount > maxTokens) continue;
    const line = candidate === undefined ? { ...signature, rank: nextRank } : withLessDetail(candidate, signature);
    // A line of the outline costs the same at any position; the first one brings the heading.
    const around = lines.slice(0, 1);
    const added = Math.max(0, layout.measure([...around, line]) - layout.measure(around));
    if (tokens + added > maxTokens) continue;
    if (candidate === undefined) nextRank += 1;
    else replaced.add(candidate);
    tokens += added;
    lines.push(line);
  }
  const left = excluded.filter((chunk) => !replaced.has(chunk));
  return { included: [...included, ...lines], excluded: left, tokens, found };
}

function isShowable(candidate: IncludedChunk | ExcludedChunk): candidate is ExcludedChunk {
  return 'reason' in candidate && !finalReasons.has(candidate.reason);
}

function withLessDetail(candidate: ExcludedChunk, signature: SignatureChunk): IncludedChunk {
  const { content, tokenCount, detailLevel, because } = signature;
  return { ...withoutReason(candidate), content, tokenCount, detailLevel, because };
}
