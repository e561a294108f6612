/** A sum of signals, which can be more than 1, bent to between 0 and 1; 0 for one that is not above 0. */
export function bentScore(sum: number): number {
  return sum <= 0 ? 0 : 1 - Math.exp(-sum);
}
