/** Maps a sum of signals, which can exceed 1, to 0 to 1; 0 for a sum that is not above 0. */
export function bentScore(sum: number): number {
  return sum <= 0 ? 0 : 1 - Math.exp(-sum);
}
