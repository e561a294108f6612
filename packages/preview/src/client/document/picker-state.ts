import { countOf, formatCount } from '@lexichord/platform/number-text';

import type { DocumentChoice, DocumentChoices } from '../../protocol/preview-connection.js';

/** State of the document picker. */
export interface PickerState {
  readonly words: string;
  readonly isOpen: boolean;
  /** Choices for `words`, or for the previous words until the search has ended. */
  readonly choices?: DocumentChoices | undefined;
  /** Whether `choices` are those for `words`. Keys choose only then: a fast typist has not seen the previous list. */
  readonly isAnswered: boolean;
  /** Which one Enter opens; -1: none. */
  readonly active: number;
  /** Enter was pressed: the active choice is opened, once it is found. */
  readonly isEntered: boolean;
}

/** Action of the user, or answer of the panel. */
export type PickerAction =
  | { readonly kind: 'typed'; readonly words: string }
  | { readonly kind: 'found'; readonly words: string; readonly choices: DocumentChoices }
  | { readonly kind: 'moved'; readonly by: number }
  | { readonly kind: 'pointed'; readonly index: number }
  | { readonly kind: 'entered' }
  | { readonly kind: 'opened' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'chosen' };

export const emptyPicker: PickerState = { words: '', isOpen: false, isAnswered: false, active: -1, isEntered: false };

/** The picker after an action. */
export function pickerAfter(state: PickerState, action: PickerAction): PickerState {
  switch (action.kind) {
    case 'typed':
      return { ...state, words: action.words, isOpen: true, isAnswered: false, active: -1, isEntered: false };
    case 'found': {
      if (action.words !== state.words) return state;
      // Typed words have a best answer; an empty field has none.
      const active = action.words.trim() === '' || action.choices.documents.length === 0 ? -1 : 0;
      return { ...state, choices: action.choices, isAnswered: true, active, isEntered: state.isEntered && active >= 0 };
    }
    case 'moved':
      return { ...state, isOpen: true, active: movedBy(state, action.by), isEntered: false };
    case 'pointed':
      return { ...state, active: action.index };
    case 'entered':
      return { ...state, isEntered: state.isOpen && (!state.isAnswered || state.active >= 0) };
    case 'opened':
      return { ...state, isOpen: true };
    case 'closed':
      // A second Escape empties the field.
      return { ...state, words: state.isOpen ? state.words : '', isOpen: false, active: -1, isEntered: false };
    case 'chosen':
      return emptyPicker;
  }
}

/** The choice to open now, because Enter was pressed and the search has ended. */
export function enteredChoice({ isEntered, isAnswered, choices, active }: PickerState): DocumentChoice | undefined {
  return isEntered && isAnswered ? choices?.documents[active] : undefined;
}

/** The number of found documents, for people. */
export function choicesSentence({ documents, total }: DocumentChoices): string {
  if (total === 0) return 'No document has all these words in its path.';
  if (total > documents.length) return `First ${formatCount(documents.length)} of ${countOf(total, 'document')}`;
  return countOf(total, 'document');
}

/** Arrows go round; from nowhere, down is the first and up the last. */
function movedBy({ choices, isAnswered, active }: PickerState, by: number): number {
  const count = choices?.documents.length ?? 0;
  if (count === 0 || !isAnswered) return -1;
  if (active === -1) return by > 0 ? 0 : count - 1;
  return (active + by + count) % count;
}
