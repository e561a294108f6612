import { PostingsPacker } from '@lexichord/text-index';
import fc from 'fast-check';

import { WeightedPostings } from './weighted-postings.js';

const word = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor');

describe('WeightedPostings', () => {
  it('counts a word as often as its weight says', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.tuple(word, fc.integer({ min: 1, max: 4 })))), (texts) => {
        const weighted = new WeightedPostings();
        const repeated = new PostingsPacker();
        for (const text of texts) {
          for (const [name, weight] of text) weighted.count([name], weight);
          weighted.endText();
          repeated.add(text.flatMap(([name, weight]) => Array.from({ length: weight }, () => name)));
        }

        const expected = repeated.finish(Int32Array.from(texts.keys()), texts.length);
        expect(weighted.finish()).toEqual(expected);
      }),
    );
  });

  it('does not overflow for a word that occurs very often', () => {
    const postings = new WeightedPostings();
    postings.count(['a'], 70_000);
    postings.endText();

    expect([...postings.finish().counts]).toEqual([0xffff]);
  });
});
