import type { DocumentChoices } from '../../protocol/preview-connection.js';
import { choicesSentence, emptyPicker, enteredChoice, type PickerAction, pickerAfter } from './picker-state.js';

const found: DocumentChoices = {
  documents: ['a.md', 'b.md', 'c.md'].map((path) => ({ path, language: 'markdown', sizeBytes: 1 })),
  total: 1204,
};
const after = (...actions: readonly PickerAction[]) => actions.reduce(pickerAfter, emptyPicker);
const opened = (...actions: readonly PickerAction[]) => enteredChoice(after(...actions, { kind: 'entered' }))?.path;

describe('pickerAfter', () => {
  it('opens the best answer with Enter once something is typed, and nothing before', () => {
    expect(opened({ kind: 'typed', words: 'a' }, { kind: 'found', words: 'a', choices: found })).toBe('a.md');
    expect(opened({ kind: 'opened' }, { kind: 'found', words: '', choices: found })).toBeUndefined();
    expect(enteredChoice(after({ kind: 'typed', words: 'a' }, { kind: 'found', words: 'a', choices: found }))).toBe(
      undefined,
    );
  });

  it('opens what was typed, not what the list before shows, when Enter comes before the answer', () => {
    const waiting = after(
      { kind: 'opened' },
      { kind: 'found', words: '', choices: found },
      { kind: 'typed', words: 'z' },
      { kind: 'moved', by: 1 },
      { kind: 'entered' },
    );
    const z: DocumentChoices = { documents: [{ path: 'z.md', language: 'markdown', sizeBytes: 1 }], total: 1 };

    expect(waiting.choices).toBe(found);
    expect(enteredChoice(waiting)).toBeUndefined();
    expect(enteredChoice(pickerAfter(waiting, { kind: 'found', words: 'z', choices: z }))?.path).toBe('z.md');
    for (const last of [{ kind: 'typed', words: 'z' }, { kind: 'moved', by: 1 }, { kind: 'closed' }] as const) {
      const withdrawn = pickerAfter(pickerAfter(waiting, last), { kind: 'found', words: 'z', choices: z });
      expect(enteredChoice(withdrawn)).toBeUndefined();
    }
  });

  it('opens nothing when nothing was found for what Enter waited for', () => {
    const none: DocumentChoices = { documents: [], total: 0 };
    const waiting = after(
      { kind: 'typed', words: 'z' },
      { kind: 'entered' },
      { kind: 'found', words: 'z', choices: none },
    );

    expect(waiting.isEntered).toBe(false);
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
    const pointed = [
      { kind: 'opened' },
      { kind: 'found', words: '', choices: found },
      { kind: 'pointed', index: 2 },
    ] as const;

    expect(opened(...pointed)).toBe('c.md');
    expect(opened(...pointed, { kind: 'closed' })).toBeUndefined();
  });
});

describe('choicesSentence', () => {
  it('says how many there are in all', () => {
    expect(choicesSentence(found)).toBe('First 3 of 1,204 documents');
    expect(choicesSentence({ ...found, total: 3 })).toBe('3 documents');
    expect(choicesSentence({ documents: [], total: 0 })).toBe('No document has all these words in its path.');
  });
});
