import { seededRandom } from '../seeded-random.js';
import { mean } from './retrieval-measures.js';

/** A mean difference with its interval. */
export interface PairedDifference {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

const resamplings = 2_000;

/** The mean of differences of pairs, and its 95 % interval by resampling the pairs; the same on every machine. */
export function pairedDifference(differences: readonly number[]): PairedDifference {
  const random = seededRandom(5);
  const means = Array.from({ length: resamplings }, () =>
    mean(differences.map(() => differences[Math.floor(random() * differences.length)] ?? 0)),
  ).toSorted((a, b) => a - b);
  const at = (share: number): number => means[Math.floor(share * (resamplings - 1))] ?? 0;
  return { mean: mean(differences), low: at(0.025), high: at(0.975) };
}

/** In percent, with its interval: `5.5 [1.0, 10.1]`. */
export function describeDifference({ mean: middle, low, high }: PairedDifference): string {
  return `${percent(middle)} [${percent(low)}, ${percent(high)}]`;
}

/** A share of 1 in percent, with one digit after the point. */
export function percent(share: number): string {
  return (share * 100).toFixed(1);
}
