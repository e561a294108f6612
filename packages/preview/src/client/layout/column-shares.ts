/** Widths of the first and the second column, in per cent of the panel; the third has the rest. */
export type ColumnShares = readonly [number, number];

export const usualShares: ColumnShares = [28, 34];

/** No column is narrower, in per cent. */
export const minShare = 18;

/** Limits of a separator: the share of the column before it, in per cent. */
export function shareLimits(shares: ColumnShares, separator: 0 | 1): { readonly min: number; readonly max: number } {
  const withNeighbour = separator === 0 ? shares[0] + shares[1] : 100 - shares[0];
  return { min: minShare, max: withNeighbour - minShare };
}

/** The columns after a separator was moved so that the one before it has `share`; only its neighbour gives or takes. */
export function withShare(shares: ColumnShares, separator: 0 | 1, share: number): ColumnShares {
  const { min, max } = shareLimits(shares, separator);
  const held = Math.round(Math.min(Math.max(share, min), max) * 10) / 10;
  return separator === 0 ? [held, shares[0] + shares[1] - held] : [shares[0], held];
}

/** The remembered widths; the default widths if they are not valid. */
export function sharesOf(remembered: string | undefined): ColumnShares {
  const [first = NaN, second = NaN] = (remembered ?? '').split(' ').map(Number);
  const isSensible = first >= minShare && second >= minShare && first + second <= 100 - minShare;
  return isSensible ? [first, second] : usualShares;
}
