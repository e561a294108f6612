import fc from 'fast-check';

import { CoverageRanking, type SentenceWeights } from './coverage-ranking.js';

const weights = (sentences: readonly (readonly number[])[], favours: readonly number[] = []): SentenceWeights => ({
  sentences: sentences.map((terms, index) => ({
    ...{ message: index, start: 0, end: 10, terms },
    favour: favours[index] ?? 1,
    tokens: 10,
  })),
  termWeights: [1, 2, 3, 4, 5, 6],
  headTokens: sentences.map(() => 0),
});

const taken = (given: SentenceWeights, maxTokens: number): readonly number[] => {
  const ranking = new CoverageRanking(given);
  ranking.fill(maxTokens);
  return ranking.kept.map(({ message }) => message);
};

describe('CoverageRanking', () => {
  it('takes what tells most of what was not told yet', () => {
    expect(taken(weights([[0], [5, 4], [5, 3], [2, 1]]), 30)).toEqual([1, 2, 3]);
    expect(taken(weights([[5, 4], [5, 4], [3]]), 20)).toEqual([0, 2]);
  });

  it('favours what is favoured, and of equals the first', () => {
    expect(taken(weights([[1], [1], [1]], [1, 1, 2]), 20)).toEqual([2, 0]);
  });

  it('passes over what does not fit, and takes what tells nothing in the end', () => {
    const given = weights([[5], [], [3]]);
    const sentences = given.sentences.map((sentence, index) => ({ ...sentence, tokens: index === 0 ? 50 : 10 }));

    expect(taken({ ...given, sentences }, 30)).toEqual([2, 1]);
  });

  it('keeps a range whatever it costs, and takes nothing that lies in it again', () => {
    const ranking = new CoverageRanking({ ...weights([[5], [4], [3]]), headTokens: [3, 3, 3] });

    ranking.keep({ message: 0, start: 0, end: 10 }, 40);
    ranking.fill(60);

    expect(ranking.kept.map(({ message }) => message)).toEqual([0, 1]);
    expect(ranking.tokens).toBe(56);
  });

  it('goes on from a shorter selection to a longer one, as if it had been asked for at once', () => {
    const terms = fc.uniqueArray(fc.nat({ max: 5 }), { maxLength: 4 });
    fc.assert(
      fc.property(
        fc.array(terms, { maxLength: 200 }),
        fc.nat({ max: 400 }),
        fc.nat({ max: 400 }),
        (sentences, a, b) => {
          const inSteps = new CoverageRanking(weights(sentences));
          inSteps.fill(Math.min(a, b));
          const first = [...inSteps.kept];
          inSteps.fill(Math.max(a, b));

          expect(inSteps.kept.slice(0, first.length)).toEqual(first);
          expect(inSteps.tokens).toBeLessThanOrEqual(Math.max(a, b));
          expect(new Set(inSteps.kept.map(({ message }) => message)).size).toBe(inSteps.kept.length);
        },
      ),
    );
  });

  it('ends soon where thousands say the same', () => {
    expect(taken(weights(Array.from({ length: 20_000 }, () => [0, 1, 2, 3])), 100_000)).toHaveLength(10_000);
  });
});
