import { combineContent } from '@lexichord/abstractions';
import { aFragment } from '@lexichord/testing';
import fc from 'fast-check';

import { aRecord } from '../test-support/a-panel.js';
import { assemblyView, promptParts, shareOf } from './assembly-view.js';
import { leftOutOf } from './left-out-view.js';

const surroundings = {
  lastOfAgent: undefined,
  expansions: new Map(),
  colorOf: () => 3,
  nameOf: (sourceId: string) => `The ${sourceId}`,
  isCurrent: true,
};

describe('promptParts', () => {
  it('joined are the prompt, byte for byte, for any fragments', () => {
    const content = fc.string({ unit: fc.constantFrom('a', '```', '~~~', '\n', '\r\n', '\ud800', '😀', '## ', ' ') });
    const fragment = fc.record({ sourceId: fc.string(), label: fc.string(), content }).map((parts) => aFragment(parts));
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 6 }), (fragments) => {
        const parts = promptParts(fragments);

        expect(parts.map(({ text }) => text).join('')).toBe(combineContent({ fragments }));
        expect(parts.filter(({ sourceId }) => sourceId !== undefined)).toHaveLength(fragments.length);
      }),
    );
  });
});

describe('assemblyView', () => {
  it('says what was shortened and cut of each fragment', () => {
    const record = aRecord('one', {
      request: { agentId: 'copilot', documentPath: 'a.md' },
      result: {
        fragments: [aFragment({ tokenEstimate: 800, relevance: 3 }), aFragment({ sourceId: 'rag', tokenEstimate: 80 })],
        maxTokens: 1_000,
        renderedTokens: 900,
        truncated: [{ sourceId: 'document', fromTokens: 4_000, toTokens: 800, limit: 'budget' }],
        deduplicated: [{ sourceId: 'rag', duplicateOf: ['document'], blocks: 2, fromTokens: 200, toTokens: 80 }],
      },
    });

    const view = assemblyView(record, surroundings);

    expect(view).toMatchObject({ documentPath: 'a.md', usedShare: 0.9, maxTokens: 1_000, isCurrent: true });
    expect(view.fragments).toMatchObject([
      { budgetShare: 0.8, relevance: 1, color: 3, truncatedFrom: { tokens: 4_000, limit: 'budget' } },
      { budgetShare: 0.08, deduplicated: { blocks: 2, holders: ['document'], fromTokens: 200 } },
    ]);
  });

  it('has shares between nothing and all', () => {
    expect([shareOf(1, 0), shareOf(0, 0), shareOf(5, 4), shareOf(-1, 4), shareOf(Number.NaN, 1)]).toEqual([
      1, 0, 1, 0, 0,
    ]);
  });
});

describe('leftOutOf', () => {
  it('names everything with a sentence and what it cost', () => {
    const leftOut = leftOutOf(
      {
        skipped: [
          { sourceId: 'rag', reason: 'over-budget', message: 'It did not fit.', tokens: 1_500 },
          { sourceId: 'style', reason: 'empty', message: 'No rules.' },
        ],
        truncated: [
          { sourceId: 'document', fromTokens: 5_000, toTokens: 4_000, limit: 'strategy' },
          { sourceId: 'cursor', fromTokens: 500, toTokens: 1, limit: 'budget' },
        ],
        deduplicated: [
          { sourceId: 'rag', duplicateOf: ['document', 'cursor', 'style'], blocks: 3, fromTokens: 90, toTokens: 30 },
          { sourceId: 'heading', duplicateOf: ['document'], blocks: 1, fromTokens: 9, toTokens: 3 },
          { sourceId: 'other', duplicateOf: [], blocks: 1, fromTokens: 9, toTokens: 10 },
        ],
      },
      surroundings.nameOf,
    );

    expect(
      leftOut.map(({ sourceId, kind, reason, message, lostTokens }) => [sourceId, kind, reason, message, lostTokens]),
    ).toEqual([
      ['rag', 'skipped', 'over-budget', 'It did not fit.', 1_500],
      ['style', 'skipped', 'empty', 'No rules.', undefined],
      ['document', 'truncated', 'strategy', 'Shortened from 5,000 to 4,000 tokens, the maximum of this source.', 1_000],
      ['cursor', 'truncated', 'budget', 'Shortened from 500 to 1 token, the rest of the budget.', 499],
      [
        'rag',
        'deduplicated',
        'duplicate',
        '3 blocks were cut, because The document, The cursor and The style have the same text.',
        60,
      ],
      ['heading', 'deduplicated', 'duplicate', '1 block was cut, because The document has the same text.', 6],
      ['other', 'deduplicated', 'duplicate', '1 block was cut, because another source has the same text.', 0],
    ]);
  });
});
