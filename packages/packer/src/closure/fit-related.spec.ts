import type { ExclusionReason, IncludedChunk } from '@lexichord/abstractions';

import type { Layout } from '../format/formatter.js';
import { aRankedChunk, ranked } from '../test-support/a-ranked-chunk.js';
import { fitRelated } from './fit-related.js';
import type { SignatureChunk } from './read-related.js';

/** Ten tokens a line, and five for the heading. */
const layout: Layout = {
  format: () => '',
  measure: (chunks) => (chunks.length === 0 ? 0 : 5 + 10 * chunks.length),
  frameTokens: 0,
  warnings: [],
};

const [body, ...others] = ranked({ id: 'body' }, { id: 'left' }, { id: 'last' });
const excludedAs = (reason: ExclusionReason) => others.map((chunk) => ({ ...chunk, reason }));

function aSignature(id: string): SignatureChunk {
  const chunk = aRankedChunk({ id, content: `function ${id}()`, tokenCount: 4 });
  return { ...chunk, detailLevel: 'signature', because: { kind: 'used-by', chunk: 'body' } };
}

describe('fitRelated', () => {
  const included = [body as IncludedChunk];

  it('takes signatures in their order while there is room, behind all candidates', () => {
    const signatures = ['a', 'b', 'c'].map(aSignature);

    const fitted = fitRelated({ included, excluded: excludedAs('budget-exceeded') }, signatures, {
      ...{ layout, maxTokens: 25 },
    });

    expect(fitted.included.map(({ id, rank }) => [id, rank])).toEqual([
      ['body', 1],
      ['a', 4],
      ['b', 5],
    ]);
    expect(fitted).toMatchObject({ tokens: 25, found: 3 });
  });

  it('ranks signatures behind candidates of which two have one id', () => {
    const excluded = excludedAs('overlap').map((chunk) => ({ ...chunk, id: 'body' }));

    const fitted = fitRelated({ included, excluded }, [aSignature('a')], { layout, maxTokens: 25 });

    expect(fitted.included.map(({ id, rank }) => [id, rank])).toEqual([
      ['body', 1],
      ['a', 4],
    ]);
    expect(fitted.excluded).toEqual(excluded);
  });

  it('includes a candidate that was left out with less detail, once and in its rank', () => {
    const signature = aSignature('left');

    const fitted = fitRelated({ included, excluded: excludedAs('budget-exceeded') }, [signature], {
      ...{ layout, maxTokens: 100 },
    });

    const { content, because } = signature;
    expect(fitted.included[1]).toMatchObject({ id: 'left', rank: 2, content, because, detailLevel: 'signature' });
    expect(fitted.included[1]).not.toHaveProperty('reason');
    expect(fitted.excluded.map(({ id }) => id)).toEqual(['last']);
  });

  it.each<ExclusionReason>(['duplicate', 'overlap', 'secret'])(
    'shows nothing of a candidate left out as %s',
    (reason) => {
      const excluded = excludedAs(reason);

      const fitted = fitRelated({ included, excluded }, [aSignature('left'), aSignature('body')], {
        ...{ layout, maxTokens: 100 },
      });

      expect(fitted).toEqual({ included, excluded, tokens: 0, found: 0 });
    },
  );
});
