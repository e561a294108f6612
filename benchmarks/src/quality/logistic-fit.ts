/** One observation. */
export interface Observation {
  readonly score: number;
  /** Whether what was predicted happened. */
  readonly happened: boolean;
  /** How much it counts. */
  readonly weight: number;
}

/** The score at which the chance is one half, and how fast the chance grows with the score. */
export interface LogisticFit {
  readonly evenScore: number;
  readonly steepness: number;
}

/** Newton's method converges in fewer. */
const iterations = 50;

/** Smaller scores count as this one, of which there is a logarithm. */
const minScore = 1e-3;

/** Fits the chance as a logistic function of the logarithm of the score, by maximum likelihood. */
export function fitLogistic(observations: readonly Observation[]): LogisticFit {
  let [intercept, slope] = [0, 0];
  for (let iteration = 0; iteration < iterations; iteration += 1) {
    let [gradient0, gradient1, hessian00, hessian01, hessian11] = [0, 0, 0, 0, 0];
    for (const { score, happened, weight } of observations) {
      const x = Math.log(Math.max(score, minScore));
      const chance = 1 / (1 + Math.exp(-intercept - slope * x));
      const residual = weight * ((happened ? 1 : 0) - chance);
      const curvature = weight * chance * (1 - chance);
      gradient0 += residual;
      gradient1 += residual * x;
      hessian00 += curvature;
      hessian01 += curvature * x;
      hessian11 += curvature * x * x;
    }
    const determinant = hessian00 * hessian11 - hessian01 ** 2;
    // A score that tells the two apart has no best fit.
    if (determinant < 1e-9) break;
    intercept += (hessian11 * gradient0 - hessian01 * gradient1) / determinant;
    slope += (hessian00 * gradient1 - hessian01 * gradient0) / determinant;
  }
  return { evenScore: Math.exp(-intercept / slope), steepness: slope };
}

/** The chance that a fit gives a score, 0 to 1. */
export function chanceOf(score: number, { evenScore, steepness }: LogisticFit): number {
  return 1 / (1 + (evenScore / Math.max(score, minScore)) ** steepness);
}
