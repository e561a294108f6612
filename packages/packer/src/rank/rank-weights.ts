import { ErrorCode, LexichordError, type RankWeights } from '@lexichord/abstractions';

/** 0.3 + 0.6 + 0.1 is not 1 in binary. */
const tolerance = 1e-9;

/** @throws {LexichordError} `invalid-argument` for weights that are not shares of 1 (T-016 AC-092, AC-129) */
export function requireValidWeights({ relevance, recency, source }: RankWeights): void {
  const weights = { relevance, recency, source };
  const sum = relevance + recency + source;
  const areShares = Object.values(weights).every((weight) => weight >= 0 && weight <= 1);
  if (areShares && Math.abs(sum - 1) <= tolerance) return;
  const given = Object.entries(weights).map(([name, weight]) => `${name} ${weight}`);
  throw new LexichordError(
    ErrorCode.invalidArgument,
    `The weights of the ranking must each be 0 to 1 and sum to 1; they are ${given.join(', ')}. Change one of them.`,
    { details: { given: given.join(', ') } },
  );
}
