import type { SearchHit } from '@lexichord/abstractions';

import type { Target } from './retrieval-questions.js';

/** A place that was found. */
export type Place = Pick<SearchHit, 'filePath' | 'startLine' | 'endLine'>;

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

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function discount(rank: number): number {
  return 1 / Math.log2(rank + 2);
}
