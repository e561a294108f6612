import type { IncludedChunk, SearchHit } from '@lexichord/abstractions';

import type { Target } from './retrieval-questions.js';

/** A place that was found. */
export type Place = Pick<SearchHit, 'filePath' | 'startLine' | 'endLine'>;

/** A place with what is written there. */
export interface PlacedText extends Place {
  readonly text: string;
}

/** Whether the lines of a packed chunk are in the text, all or most of them, and not only its line of the outline. */
export function hasLines({ detailLevel = 'body' }: Pick<IncludedChunk, 'detailLevel'>): boolean {
  return detailLevel === 'body';
}

/** Token budgets for which recall is measured. */
export const recallBudgets = [500, 1_000, 2_000, 4_000];

/** Hits that count. */
const cutoff = 10;

/** NDCG@10 with binary gains: each target counts at its best rank, each rank once. 0 to 1. */
export function ndcg(hits: readonly Place[], targets: readonly Target[]): number {
  const best = hits.slice(0, cutoff);
  const ranks = targets.map((target) => best.findIndex((hit) => answers(hit, target))).filter((rank) => rank >= 0);
  const gain = [...new Set(ranks)].reduce((sum, rank) => sum + discount(rank), 0);
  const ideal = targets.slice(0, cutoff).reduce((sum, _, rank) => sum + discount(rank), 0);
  return ideal === 0 ? 0 : Math.min(1, gain / ideal);
}

/** Whether a place is, or overlaps, a target. */
export function answers({ filePath, startLine, endLine }: Place, target: Target): boolean {
  const { path } = target;
  const isSameFile = filePath === path || filePath.endsWith(`/${path}`) || path.endsWith(`/${filePath}`);
  const { startLine: first = 1, endLine: last = Number.POSITIVE_INFINITY } = target;
  return isSameFile && startLine <= last && endLine >= first;
}

/** What of the targets is in the texts that fit into some tokens. */
export interface RecallRequest {
  readonly targets: readonly Target[];
  readonly budget: number;
  readonly countTokens: (text: string) => number;
}

/**
 * The share of the targets, 0 to 1, that the texts hold which fit, best first, each with its path and lines above it; one
 * that does not fit is passed over.
 */
export function recallWithin(texts: readonly PlacedText[], { targets, budget, countTokens }: RecallRequest): number {
  let left = budget;
  const shown = texts.filter(({ filePath, startLine, endLine, text }) => {
    const tokens = countTokens(`${filePath}:${startLine}-${endLine}\n${text}\n`);
    if (tokens > left) return false;
    left -= tokens;
    return true;
  });
  return shareAnswered(shown, targets);
}

/** The share of the targets, 0 to 1, that at least one of the places answers. */
export function shareAnswered(places: readonly Place[], targets: readonly Target[]): number {
  return targets.filter((target) => places.some((place) => answers(place, target))).length / targets.length;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function discount(rank: number): number {
  return 1 / Math.log2(rank + 2);
}
