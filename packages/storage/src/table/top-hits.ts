/** An unsorted hit. */
export interface ScoredHit {
  readonly key: string;
  readonly score: number;
}

const margin = 16;
const maxTies = 4_096;

/**
 * The best hits in a total order: by score, then by key. The store cuts its list anywhere among equal scores, so more
 * hits are fetched until the last position is decided, or 4,096 hits tie for it.
 *
 * @param fetch returns the best `limit` hits in any order
 */
export async function topHits<Hit extends ScoredHit>(
  limit: number,
  fetch: (limit: number) => Promise<readonly Hit[]>,
): Promise<readonly Hit[]> {
  for (let asked = limit + margin; ; asked *= 4) {
    const hits = [...(await fetch(asked))].sort(byScoreThenKey);
    const isDecided = hits.length < asked || hits[limit - 1]?.score !== hits.at(-1)?.score;
    if (isDecided || asked > limit + maxTies) return hits.slice(0, limit);
  }
}

function byScoreThenKey(a: ScoredHit, b: ScoredHit): number {
  return b.score - a.score || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
}
