import { weightSumProblem } from './weight-sum.js';

describe('weightSumProblem', () => {
  it('accepts weights that sum to 1 but for the last binary digit', () => {
    expect(weightSumProblem({ first: 0.3, second: 0.6, third: 0.1 })).toBeUndefined();
  });

  it.each([
    [{ first: 0.5, second: 0.6 }, 'the weights must sum to 1, and sum to 1.1 (first 0.5, second 0.6)'],
    [{ first: Number.NaN, second: 1 }, 'the weights must sum to 1, and sum to NaN (first NaN, second 1)'],
  ])('names the weights %j and their sum', (weights, problem) => {
    expect(weightSumProblem(weights)).toBe(problem);
  });
});
