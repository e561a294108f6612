import { type AssembledContext, emptyAssembledContext } from '@lexichord/abstractions';
import picocolors from 'picocolors';

import { leftOutList, shortenedList } from './print-assembly.js';

const layout = { colors: picocolors.createColors(false), columns: 80 };
const assembledWith = (parts: Partial<AssembledContext>): AssembledContext => ({
  ...emptyAssembledContext('copilot', 100),
  ...parts,
});

describe('leftOutList', () => {
  it('says nothing when nothing was left out', () => {
    expect(leftOutList(assembledWith({}), layout)).toBe('');
  });

  it('puts sources with the same reason into one row, in the order of the result', () => {
    const text = leftOutList(
      assembledWith({
        skipped: [
          { sourceId: 'selection', reason: 'empty', message: 'Selected Text returned no content for this request.' },
          { sourceId: 'heading', reason: 'disabled', message: 'Heading Hierarchy is switched off. Run "…".' },
          { sourceId: 'cursor', reason: 'empty', message: 'Cursor Context returned no content for this request.' },
          { sourceId: 'style', reason: 'disabled', message: 'Style Rules is switched off. Run "…".' },
        ],
      }),
      layout,
    );

    expect(text.split('\n')).toEqual([
      'Left out',
      '  selection, cursor  no content for this request',
      '  heading, style     switched off; see "lexichord strategies enable"',
    ]);
  });

  it('says how much was lost to the budget or to a copy, and keeps the words of any other reason', () => {
    const text = leftOutList(
      assembledWith({
        skipped: [
          { sourceId: 'a', reason: 'over-budget', message: '', tokens: 1234 },
          { sourceId: 'b', reason: 'duplicate', message: '', tokens: 1, duplicateOf: 'document' },
          { sourceId: 'c', reason: 'timeout', message: 'C took longer\u001b[2J than 5 s.' },
          { sourceId: 'd', reason: 'excluded', message: '' },
        ],
      }),
      layout,
    );

    expect(text.split('\n').slice(1)).toEqual([
      '  a  1,234 tokens, no room left in the budget',
      '  b  1 token, already in document',
      '  c  C took longer\\x1b[2J than 5 s.',
      '  d  excluded by the command line',
    ]);
  });

  it('wraps what is long instead of cutting it', () => {
    const message = 'word '.repeat(40).trim();
    const text = leftOutList(assembledWith({ skipped: [{ sourceId: 'rag', reason: 'no-index', message }] }), layout);

    expect(text.match(/word/gu)).toHaveLength(40);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});

describe('shortenedList', () => {
  it('names what was cut, from how much to how much, and why', () => {
    const text = shortenedList(
      assembledWith({
        truncated: [
          { sourceId: 'document', fromTokens: 5000, toTokens: 4000, limit: 'strategy' },
          { sourceId: 'rag', fromTokens: 900, toTokens: 300, limit: 'budget' },
        ],
        deduplicated: [
          { sourceId: 'style', duplicateOf: ['document', 'rag'], blocks: 1, fromTokens: 90, toTokens: 60 },
        ],
      }),
      layout,
    );

    expect(text.split('\n')).toEqual([
      'Shortened',
      '  document  5,000 → 4,000 tokens, the maximum of this source',
      '  rag       900 → 300 tokens, to fit the budget',
      '  style     90 → 60 tokens, 1 block already in document, rag',
    ]);
  });
});
