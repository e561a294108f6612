import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useRef } from 'preact/hooks';

import type { DocumentChoice } from '../../protocol/preview-connection.js';
import { useViewModel } from '../state/panel-context.js';
import {
  type PickerAction,
  type PickerState,
  choicesSentence,
  emptyPicker,
  enteredChoice,
  pickerAfter,
} from './picker-state.js';

const listId = 'document-choices';
const optionId = (index: number): string => `document-choice-${String(index)}`;

/** Finds a document by a few words of its path: the combobox pattern of the ARIA practices, with a list. */
export function DocumentPicker(): JSX.Element {
  const viewModel = useViewModel();
  const [state, dispatch] = useReducer(pickerAfter, emptyPicker);
  useAnswers(state, dispatch);
  const choose = (choice: DocumentChoice): void => {
    dispatch({ kind: 'chosen' });
    void viewModel.openDocument(choice.path);
  };
  const entered = enteredChoice(state);
  useEffect(() => {
    if (entered !== undefined) choose(entered);
  }, [entered]);
  const { words, isOpen, choices, active } = state;
  const hasList = isOpen && choices !== undefined && choices.documents.length > 0;
  return (
    <div class="document-picker">
      <label class="label" for="document-search">
        Document
      </label>
      <input
        id="document-search"
        class="input"
        data-part="document-search"
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        placeholder="Find by words of its path"
        aria-autocomplete="list"
        aria-expanded={hasList}
        aria-controls={listId}
        aria-activedescendant={hasList && active >= 0 ? optionId(active) : undefined}
        value={words}
        onInput={({ currentTarget: { value } }) => dispatch({ kind: 'typed', words: value })}
        onFocus={() => dispatch({ kind: 'opened' })}
        onClick={() => dispatch({ kind: 'opened' })}
        onBlur={() => isOpen && dispatch({ kind: 'closed' })}
        onKeyDown={(event) => onKey(event, state, dispatch)}
      />
      <div class="document-found" hidden={!isOpen || choices === undefined}>
        <ul
          id={listId}
          role="listbox"
          aria-label="Documents"
          aria-busy={!state.isAnswered}
          class="document-choices"
          hidden={!hasList}
        >
          {choices?.documents.map((choice, index) => (
            <DocumentOption
              key={choice.path}
              id={optionId(index)}
              choice={choice}
              isActive={index === active}
              onPoint={() => dispatch({ kind: 'pointed', index })}
              onChoose={() => choose(choice)}
            />
          ))}
        </ul>
        <p class="note document-total" role="status" data-part="document-total">
          {isOpen && choices !== undefined ? choicesSentence(choices) : ''}
        </p>
      </div>
    </div>
  );
}

function onKey(event: KeyboardEvent, { isOpen, words }: PickerState, dispatch: (action: PickerAction) => void): void {
  if (event.isComposing) return;
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    dispatch(event.altKey ? { kind: 'opened' } : { kind: 'moved', by: event.key === 'ArrowDown' ? 1 : -1 });
  } else if (event.key === 'Enter' && isOpen) dispatch({ kind: 'entered' });
  else if (event.key === 'Escape' && (isOpen || words !== '')) dispatch({ kind: 'closed' });
  else return;
  event.preventDefault();
}

/** A pause in typing before the panel is asked, in milliseconds. */
const pauseMs = 60;

/** Searches for the typed words while the list is open. */
function useAnswers({ words, isOpen }: PickerState, dispatch: (action: PickerAction) => void): void {
  const viewModel = useViewModel();
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isOpen) {
      isFirst.current = true;
      return undefined;
    }
    let isWanted = true;
    const ask = async (): Promise<void> => {
      const choices = await viewModel.findDocuments(words);
      if (isWanted) dispatch({ kind: 'found', words, choices });
    };
    const timer = setTimeout(() => void ask(), isFirst.current ? 0 : pauseMs);
    isFirst.current = false;
    return (): void => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [viewModel, words, isOpen, dispatch]);
}

interface DocumentOptionProps {
  readonly id: string;
  readonly choice: DocumentChoice;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

/** One answer of the document picker. */
export function DocumentOption({ id, choice, isActive, onPoint, onChoose }: DocumentOptionProps): JSX.Element {
  const element = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const fileName = choice.path.lastIndexOf('/') + 1;
  return (
    <li
      ref={element}
      id={id}
      class="document-choice"
      role="option"
      data-part="document-choice"
      data-path={choice.path}
      aria-selected={isActive}
      onPointerMove={() => isActive || onPoint()}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span class="document-choice-path">
        <span class="document-folder">{choice.path.slice(0, fileName)}</span>
        {choice.path.slice(fileName)}
      </span>
      <span class="note">{choice.language}</span>
    </li>
  );
}
