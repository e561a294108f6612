import type { DocumentChoices } from '../../protocol/preview-connection.js';
import { activeChoice, choicesSentence, emptyPicker, type PickerAction, pickerAfter } from './picker-state.js';

const found: DocumentChoices = {
  documents: ['a.md', 'b.md', 'c.md'].map((path) => ({ path, language: 'markdown', sizeBytes: 1 })),
  total: 1204,
};
const after = (...actions: readonly PickerAction[]) => actions.reduce(pickerAfter, emptyPicker);

describe('pickerAfter', () => {
  it('opens the best answer with Enter once something is typed, and nothing before', () => {
    const typed = after({ kind: 'typed', words: 'a' }, { kind: 'found', words: 'a', choices: found });
    const empty = after({ kind: 'opened' }, { kind: 'found', words: '', choices: found });

    expect(activeChoice(typed)?.path).toBe('a.md');
    expect(activeChoice(empty)).toBeUndefined();
  });

  it('ignores an answer to words that were typed over', () => {
    const state = after({ kind: 'typed', words: 'ab' }, { kind: 'found', words: 'a', choices: found });

    expect(state.choices).toBeUndefined();
  });

  it('goes round with the arrows', () => {
    const open = after({ kind: 'opened' }, { kind: 'found', words: '', choices: found });
    const moved = (...steps: readonly number[]): number =>
      steps.reduce((state, by) => pickerAfter(state, { kind: 'moved', by }), open).active;

    expect([moved(1), moved(-1), moved(1, 1, 1, 1), moved(1, -1)]).toEqual([0, 2, 0, 2]);
    expect(after({ kind: 'moved', by: 1 })).toMatchObject({ isOpen: true, active: -1 });
  });

  it('closes with Escape, and empties with a second one', () => {
    const once = after({ kind: 'typed', words: 'a' }, { kind: 'closed' });

    expect(once).toMatchObject({ words: 'a', isOpen: false });
    expect(pickerAfter(once, { kind: 'closed' }).words).toBe('');
    expect(pickerAfter(once, { kind: 'chosen' })).toEqual(emptyPicker);
  });

  it('follows the pointer', () => {
    const state = after(
      { kind: 'opened' },
      { kind: 'found', words: '', choices: found },
      { kind: 'pointed', index: 2 },
    );

    expect(activeChoice(state)?.path).toBe('c.md');
    expect(activeChoice(pickerAfter(state, { kind: 'closed' }))).toBeUndefined();
  });
});

describe('choicesSentence', () => {
  it('says how many there are in all', () => {
    expect(choicesSentence(found)).toBe('First 3 of 1,204 documents');
    expect(choicesSentence({ ...found, total: 3 })).toBe('3 documents');
    expect(choicesSentence({ documents: [], total: 0 })).toBe('No document has all these words in its path.');
  });
});
