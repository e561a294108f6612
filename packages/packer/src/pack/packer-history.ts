import type { PackStats, PackerStats } from '@lexichord/abstractions';

import type { FinishedPack } from './pack-log.js';

/** What a packer has done since it was made. */
export class PackerHistory {
  private packs = 0;
  private partialPacks = 0;
  private budgetUse = 0;
  private needed = 0;
  private known = 0;
  private lastPack: PackStats | undefined;

  add({ totalTokens, availableTokens, partial, stats }: FinishedPack): void {
    this.packs += 1;
    if (partial) this.partialPacks += 1;
    this.budgetUse += availableTokens === 0 ? 0 : totalTokens / availableTokens;
    this.lastPack = stats;
  }

  addCuts(known: number, needed: number): void {
    this.known += known;
    this.needed += needed;
  }

  stats(): PackerStats {
    const { packs, partialPacks, lastPack } = this;
    return {
      packs,
      partialPacks,
      meanBudgetUse: packs === 0 ? 0 : this.budgetUse / packs,
      cacheHitRate: this.needed === 0 ? 0 : this.known / this.needed,
      lastPack,
    };
  }
}
