import type { FragmentView, SourceView } from '../../view-model/preview-state.js';
import { rowFacts, whyAbsent } from './row-facts.js';

const fragment: FragmentView = {
  sourceId: 'style',
  label: 'Style Rules',
  content: 'Be brief.',
  tokens: 2_000,
  budgetShare: 0.25,
  relevance: 0.816,
  form: { kind: 'text' },
  color: 0,
  use: 'same',
};

const source: SourceView = {
  sourceId: 'style',
  displayName: 'Style Rules',
  tier: 'WriterPro',
  isEnabled: true,
  hasSwitch: true,
  isSwitching: false,
  isExpanded: false,
};

describe('rowFacts', () => {
  it('are the relevance of a fragment that is whole', () => {
    expect(rowFacts(fragment).map(({ text }) => text)).toEqual(['relevance 0.82']);
  });

  it('say what was cut, from how much, and for what', () => {
    const facts = rowFacts({ ...fragment, truncatedFrom: { tokens: 4_120, limit: 'budget' } });

    expect(facts.at(-1)).toEqual({
      part: 'truncated',
      text: 'cut from 4,120',
      title: 'Shortened from 4,120 tokens to fit the budget',
      isWarning: true,
    });
  });

  it("tell a source's own size from the budget", () => {
    const [, truncated] = rowFacts({ ...fragment, truncatedFrom: { tokens: 1, limit: 'strategy' } });

    expect(truncated?.title).toBe('Shortened from 1 token to fit the limit of its source');
  });

  it.each([
    [1, ['document'], '1 repeated block cut', 'Cut from 2,400 tokens: 1 repeated block, held by document'],
    [
      2,
      ['document', 'rag'],
      '2 repeated blocks cut',
      'Cut from 2,400 tokens: 2 repeated blocks, held by document, rag',
    ],
    [2, [], '2 repeated blocks cut', 'Cut from 2,400 tokens: 2 repeated blocks'],
  ])('name %d repeated blocks and who holds them', (blocks, holders, text, title) => {
    const facts = rowFacts({ ...fragment, deduplicated: { blocks, holders, fromTokens: 2_400 } });

    expect(facts.at(-1)).toMatchObject({ part: 'deduplicated', text, title });
  });
});

describe('whyAbsent', () => {
  it('is the message, with the tokens that were gathered in vain', () => {
    expect(whyAbsent({ ...source, absence: { reason: 'empty', message: 'No rules.' } })).toBe('No rules.');
    expect(whyAbsent({ ...source, absence: { reason: 'over-budget', message: 'It does not fit.', tokens: 900 } })).toBe(
      'It does not fit. (900 tokens)',
    );
  });

  it('says at least that a source is switched off, before anything is assembled', () => {
    expect([whyAbsent(source), whyAbsent({ ...source, isEnabled: false })]).toEqual(['', 'Switched off.']);
  });
});
