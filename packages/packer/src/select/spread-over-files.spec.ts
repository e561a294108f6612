import type { RankedChunk } from '@lexichord/abstractions';
import fc from 'fast-check';

import { ranked } from '../test-support/a-ranked-chunk.js';
import { breadthWithin, spreadOverFiles } from './spread-over-files.js';

/** Search results of 10 tokens, one for each letter, which is the name of its file. */
const inFiles = (letters: string): readonly RankedChunk[] =>
  ranked(...letters.split('').map((filePath) => ({ filePath, tokenCount: 10 })));

const ranksOf = (chunks: readonly RankedChunk[]): readonly number[] => chunks.map(({ rank }) => rank);

describe('breadthWithin', () => {
  it('is a share of a small pack, and a number of tokens of a large one', () => {
    const tokens = [0, 999, 3_000, 4_000, 8_000].map((available) =>
      breadthWithin(available, { breadthTokens: 2_000, breadthShare: 0.5 }),
    );

    expect(tokens).toEqual([0, 499, 1_500, 2_000, 2_000]);
  });
});

describe('spreadOverFiles', () => {
  it('begins with the best chunk of each file, and goes on by rank', () => {
    expect(ranksOf(spreadOverFiles(inFiles('aabacb'), 100))).toEqual([1, 3, 5, 2, 4, 6]);
  });

  it('goes on by rank when the tokens are used', () => {
    expect(ranksOf(spreadOverFiles(inFiles('aabac'), 20))).toEqual([1, 3, 2, 4, 5]);
    expect(ranksOf(spreadOverFiles(inFiles('aabac'), 19))).toEqual([1, 2, 3, 4, 5]);
    expect(ranksOf(spreadOverFiles(inFiles('aabac'), 0))).toEqual([1, 2, 3, 4, 5]);
  });

  it('passes over a chunk that does not fit, and brings forward the next one of its file that does', () => {
    const chunks = ranked(
      { filePath: 'a', tokenCount: 10 },
      { filePath: 'a', tokenCount: 10 },
      { filePath: 'b', tokenCount: 90 },
      { filePath: 'c', tokenCount: 10 },
      { filePath: 'b', tokenCount: 10 },
    );

    expect(ranksOf(spreadOverFiles(chunks, 30))).toEqual([1, 4, 5, 2, 3]);
  });

  it('leaves what was opened, named or put out by a tool where it is', () => {
    const chunks = ranked(
      { filePath: 'a', sourceType: 'open-file' },
      { filePath: 'b', tokenCount: 1 },
      { filePath: 'a', sourceType: 'open-file' },
      { filePath: 'b', tokenCount: 1 },
      { filePath: 'tool:test', sourceType: 'tool-result' },
      { filePath: 'c', tokenCount: 1 },
    );

    expect(ranksOf(spreadOverFiles(chunks, 100))).toEqual([1, 2, 3, 6, 5, 4]);
  });

  it('gives every chunk once, and each file its chunks in the order of their rank', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 20 });
    fc.assert(
      fc.property(letters, fc.nat(120), (files, tokens) => {
        const spread = spreadOverFiles(inFiles(files), tokens);

        expect(ranksOf(spread).toSorted((a, b) => a - b)).toEqual(ranksOf(inFiles(files)));
        for (const file of new Set(files)) {
          const ranks = ranksOf(spread.filter(({ filePath }) => filePath === file));
          expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
        }
      }),
    );
  });
});
