import type { ExcludedChunk, IncludedChunk } from '@lexichord/abstractions';

import { withoutReason } from '../deduplicate/recheck-repetition.js';
import type { Layout } from '../format/formatter.js';
import type { SelectedPack } from '../pack/pack-result.js';
import type { SignatureChunk } from './read-related.js';

/** Limits of signatures. */
export interface RelatedLimits {
  readonly layout: Layout;
  /** Maximum tokens that they may add to the text. */
  readonly maxTokens: number;
}

/** Signatures that fit beside bodies. */
export interface FittedRelated extends Pick<SelectedPack, 'included' | 'excluded'> {
  /** Tokens that they add to the text. */
  readonly tokens: number;
  /** Number of candidate signatures, without those whose code is already in the text or must not be. */
  readonly found: number;
}

/** Exclusion reasons of chunks whose code is already in the text, or must not be. */
const finalReasons: ReadonlySet<string> = new Set(['duplicate', 'overlap', 'secret']);

/**
 * Fits as many signatures as possible into the outline, in their order; skips those that do not fit. An excluded
 * candidate is included with less detail; other signatures rank after all candidates.
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
  // Another candidate can have the same lines as a merged chunk, and so the same id.
  const lastRank = all.reduce((last, { rank }) => Math.max(last, rank), 0);
  let [tokens, found, nextRank] = [0, 0, lastRank + 1];
  for (const signature of signatures) {
    const candidate = candidates.get(signature.id);
    if (candidate !== undefined && !isShowable(candidate)) continue;
    found += 1;
    if (tokens + signature.tokenCount > maxTokens) continue;
    const line = candidate === undefined ? { ...signature, rank: nextRank } : withLessDetail(candidate, signature);
    // An outline line costs the same at any position; the first one adds the heading.
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
