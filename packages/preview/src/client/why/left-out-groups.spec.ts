import type { LeftOutView } from '../../view-model/preview-state.js';
import { groupLeftOut, reasonWords } from './left-out-groups.js';

const leftOut = (parts: Partial<LeftOutView>): LeftOutView => ({
  sourceId: 'rag',
  displayName: 'Related documents',
  kind: 'skipped',
  reason: 'over-budget',
  message: 'It needs 900 tokens; 12 are left.',
  ...parts,
});

describe('groupLeftOut', () => {
  it('puts what is missing altogether first, and adds up the tokens that are known', () => {
    const cut = leftOut({ sourceId: 'document', kind: 'truncated', reason: 'budget', lostTokens: 40 });
    const skipped = leftOut({ lostTokens: 900 });
    const off = leftOut({ sourceId: 'style', reason: 'disabled' });

    const groups = groupLeftOut([cut, skipped, off]);

    expect(groups.map(({ kind, entries, lostTokens }) => ({ kind, entries, lostTokens }))).toEqual([
      { kind: 'skipped', entries: [skipped, off], lostTokens: 900 },
      { kind: 'truncated', entries: [cut], lostTokens: 40 },
    ]);
    expect(groupLeftOut([])).toEqual([]);
  });
});

describe('reasonWords', () => {
  it.each<[LeftOutView['kind'], string, string]>([
    ['skipped', 'over-budget', 'Over the budget'],
    ['truncated', 'strategy', 'Cut to its own size'],
    ['deduplicated', 'duplicate', 'Repetition taken out'],
    ['skipped', 'of-a-later-version', 'of-a-later-version'],
    ['skipped', '__proto__', '__proto__'],
  ])('of %s by %s are %s', (kind, reason, words) => {
    expect(reasonWords({ kind, reason })).toBe(words);
  });
});
