/** How a budget is divided, in tokens. */
export interface RecallShares {
  /** Of everything. */
  readonly maxTokens: number;
  /** That are spent before anything is chosen. */
  readonly usedTokens: number;
  /** For the last turns. */
  readonly recentTokens: number;
  /** For what must not be forgotten. */
  readonly anchorTokens: number;
  /** For segments in short. */
  readonly overviewTokens: number;
  /** A longer turn is cut. */
  readonly turnTokens: number;
}

/** What a budget is divided for. */
export interface SharesWish {
  readonly maxTokens: number;
  readonly usedTokens: number;
  readonly hasQuery: boolean;
}

/**
 * With a question, nearly all of a small budget is for what answers it: each token there finds more than anywhere else.
 * The more there is, the less the last of it finds, and the more room there is for the rest.
 */
export function divideBudget({ maxTokens, usedTokens, hasQuery }: SharesWish): RecallShares {
  const room = Math.max(0, maxTokens - usedTokens);
  const others = hasQuery ? Math.min(0.12, maxTokens / 25_000) : 0.4;
  const part = (share: number): number => Math.floor(room * share);
  return {
    maxTokens,
    usedTokens,
    recentTokens: part(hasQuery ? 0.1 : 0.6),
    anchorTokens: part(others / 2),
    overviewTokens: part(others / 2),
    turnTokens: Math.max(40, part(hasQuery ? 0.25 : 0.4)),
  };
}
