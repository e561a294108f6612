/** Tolerance of a sum of weights: in binary, 0.3 + 0.6 + 0.1 is not 1 (T-016 AC-092). */
const tolerance = 1e-9;

/** Describes weights that do not sum to 1, by their names; `undefined` if they do. */
export function weightSumProblem(weights: Readonly<Record<string, number>>): string | undefined {
  const sum = Object.values(weights).reduce((total, weight) => total + weight, 0);
  if (Math.abs(sum - 1) <= tolerance) return undefined;
  const given = Object.entries(weights).map(([name, weight]) => `${name} ${weight}`);
  return `the weights must sum to 1, and sum to ${Number(sum.toFixed(9))} (${given.join(', ')})`;
}
