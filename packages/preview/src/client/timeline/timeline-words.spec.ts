import type { SourceDifference } from '../../view-model/preview-state.js';
import {
  requesterName,
  changeWords,
  comparisonSentence,
  differingFirst,
  isPastShown,
  signed,
} from './timeline-words.js';

const difference = (sourceId: string, change: SourceDifference['change']): SourceDifference => ({
  sourceId,
  displayName: sourceId,
  change,
  beforeTokens: 1,
  afterTokens: 1,
});

describe('askedBy', () => {
  it('names the agent as its catalogue does, else by its id', () => {
    const names = new Map([['editor', 'Editor agent']]);

    expect(requesterName({ origin: 'agent', agentId: 'editor' }, names)).toEqual({
      who: 'Agent',
      what: 'Editor agent',
    });
    expect(requesterName({ origin: 'preview', agentId: 'mine' }, names)).toEqual({ who: 'Preview', what: 'mine' });
  });
});

describe('isPastShown', () => {
  const entry = (origin: 'agent' | 'preview', isShown: boolean) => ({ origin, isShown });

  it('is so when the viewer\u2019s own newest is not on view', () => {
    expect(isPastShown([entry('agent', false), entry('preview', true), entry('preview', false)])).toBe(false);
    expect(isPastShown([entry('agent', true), entry('preview', false)])).toBe(true);
    expect(isPastShown([entry('preview', false), entry('preview', true)])).toBe(true);
  });

  it('goes by the newest of all for who only follows agents', () => {
    expect(isPastShown([entry('agent', false), entry('agent', true)])).toBe(true);
    expect(isPastShown([entry('agent', true)])).toBe(false);
    expect(isPastShown([])).toBe(false);
  });
});

describe('words of a comparison', () => {
  it('have a sign beside each', () => {
    expect([signed(1200), signed(-30), signed(0)]).toEqual(['+1,200', '−30', '±0']);
    expect(changeWords('removed')).toEqual({ sign: '−', words: 'Removed' });
  });

  it.each<[SourceDifference['change'][], string]>([
    [['added', 'changed', 'changed', 'same'], '1 added, 2 changed, 1 the same.'],
    [['removed'], '1 removed.'],
    [['same', 'same'], 'The prompts are the same.'],
    [[], 'The prompts are the same.'],
  ])('%j: %s', (changes, sentence) => {
    expect(comparisonSentence(changes.map((change) => ({ change })))).toBe(sentence);
  });

  it('come first where something differs', () => {
    const differences = [difference('a', 'same'), difference('b', 'added'), difference('c', 'changed')];

    expect(differingFirst(differences).map(({ sourceId }) => sourceId)).toEqual(['b', 'c', 'a']);
  });
});
