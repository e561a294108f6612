import { mean } from './fit-weights.mjs';

const resamplings = 2_000;

/**
 * The 95 % interval of the mean of differences of pairs, by resampling the pairs; the same on every machine.
 *
 * @param {readonly number[]} differences
 * @returns {{ low: number, high: number }}
 */
export function resampled(differences) {
  let state = 5;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const means = Array.from({ length: resamplings }, () =>
    mean(differences.map(() => differences[Math.floor(random() * differences.length)])),
  ).toSorted((one, other) => one - other);
  const at = (share) => means[Math.floor(share * (resamplings - 1))] ?? 0;
  return { low: at(0.025), high: at(0.975) };
}
