import type { PastCommit } from '@lexichord/abstractions';
import { LRUCache } from 'lru-cache';

import type { CandidateSource } from '../query/candidate-source.js';

/** Index and earlier commits of a ranking; another index or branch gives another ranking. */
export interface RankingInputs {
  readonly index: CandidateSource;
  readonly commits: readonly PastCommit[] | undefined;
}

/** Cache of the rankings of recent queries, as long as index and branch are the same. */
export class RecentRankings<Ranking extends object> {
  private readonly entries: LRUCache<string, { readonly commits: RankingInputs['commits']; readonly ranking: Ranking }>;
  /** The index of all cached rankings: they refer to parts of it, and a replaced index can be large. */
  private index: CandidateSource | undefined;

  /** @param maxRankings 0: nothing is cached */
  constructor(private readonly maxRankings: number) {
    this.entries = new LRUCache({ max: Math.max(1, maxRankings) });
  }

  get(key: string, { index, commits }: RankingInputs): Ranking | undefined {
    if (this.index !== index) this.entries.clear();
    this.index = index;
    const found = this.entries.get(key);
    return found?.commits === commits ? found?.ranking : undefined;
  }

  /** Caches a ranking unless the index has been replaced since it was looked up. */
  set(key: string, ranking: Ranking, { index, commits }: RankingInputs): void {
    if (this.maxRankings > 0 && this.index === index) this.entries.set(key, { commits, ranking });
  }
}
