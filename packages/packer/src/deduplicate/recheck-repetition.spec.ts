import type { ExcludedChunk } from '@lexichord/abstractions';

import { aRankedChunk } from '../test-support/a-ranked-chunk.js';
import { recheckRepetition } from './recheck-repetition.js';
import { ChunkRepetitionIndex } from './repetition-index.js';

const openIndex = (): ChunkRepetitionIndex =>
  new ChunkRepetitionIndex({ contents: { sampleOf: () => 0, keyOf: ({ content }) => content } });

const same = 'the same lines\n';
const copies = ['a.ts', 'b.ts', 'c.ts'].map((filePath, index) =>
  aRankedChunk({ filePath, content: same, rank: index + 1 }),
);
const [first = aRankedChunk(), second = aRankedChunk(), third = aRankedChunk()] = copies;
const other = aRankedChunk({ filePath: 'd.ts', rank: 4 });

/** The third copy, excluded as a repetition of the first. */
const repetition: ExcludedChunk = { ...third, reason: 'duplicate', keptChunk: first.id };

const reasonsWith = (included: readonly (typeof first)[]): readonly unknown[] =>
  recheckRepetition({ included, excluded: [repetition] }, openIndex).excluded.map(({ reason, keptChunk }) => [
    reason,
    keptChunk,
  ]);

describe('recheckRepetition', () => {
  it('keeps a repetition of a chunk that is in the text', () => {
    expect(reasonsWith([first, other])).toEqual([['duplicate', first.id]]);
  });

  it('T-016 AC-098: makes a repetition of a chunk that did not fit a candidate again', () => {
    expect(reasonsWith([other])).toEqual([['budget-exceeded', undefined]]);
    expect(reasonsWith([])).toEqual([['budget-exceeded', undefined]]);
  });

  it('names another chunk of the text with the same content', () => {
    expect(reasonsWith([second, other])).toEqual([['duplicate', second.id]]);
  });

  it('keeps a repetition of an outline line no longer: its body is not in the text', () => {
    const outlined = { ...second, detailLevel: 'signature' as const };

    expect(reasonsWith([outlined])).toEqual([['budget-exceeded', undefined]]);
  });

  it('checks nothing where repetitions were not looked for', () => {
    expect(recheckRepetition({ included: [], excluded: [repetition] }, undefined).excluded).toEqual([repetition]);
  });
});
