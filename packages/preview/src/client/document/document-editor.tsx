import { countOf, formatCount } from '@lexichord/platform/number-text';
import type { JSX, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

import { shareText } from '../budget/amounts.js';
import { BrowserMemory } from '../state/browser-memory.js';
import { usePreviewState, useViewModel } from '../state/panel-context.js';
import { DocumentEditing, type ShownText } from './document-editing.js';

const memory = new BrowserMemory();

/** Without wrapping a browser lays out one line at a time; with it a long text would be slow to type in. */
const maxWrappedLength = 300_000;

/** The document's text. Cursor, selection and edits apply to the context at once. */
export function DocumentEditor({ path }: { readonly path: string }): JSX.Element {
  const field = useRef<HTMLTextAreaElement>(null);
  const [shown, move] = useEditing(path, field);
  const [wraps, setWraps] = useState(() => memory.read('wrap') !== 'off');
  // Known before the text is put into the field: it would be laid out twice.
  const isLong = usePreviewState(({ document }) => (document?.content.length ?? 0) > maxWrappedLength);
  return (
    <>
      <textarea
        ref={field}
        id="document-text"
        class="document-text"
        data-part="document-text"
        data-wraps={wraps && !isLong}
        wrap="soft"
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        aria-label={`Text of ${path}`}
        aria-describedby="document-place document-read-only"
        aria-readonly={shown?.canEdit === false}
      />
      <div id="document-read-only" class="document-read-only">
        {shown === undefined ? null : <ReadOnlyLine shown={shown} onMove={move} />}
      </div>
      <div class="document-foot">
        <PlaceLine />
        <label class="document-wrap note">
          <input
            type="checkbox"
            data-part="document-wrap"
            checked={wraps && !isLong}
            disabled={isLong}
            onChange={({ currentTarget: { checked } }) => {
              setWraps(checked);
              memory.write('wrap', checked ? 'on' : 'off');
            }}
          />
          Wrap lines
        </label>
      </div>
    </>
  );
}

type Move = (direction: 'earlier' | 'later') => void;

/** Connects the field to the view model, and shows changes by others. */
function useEditing(
  path: string,
  field: RefObject<HTMLTextAreaElement | null>,
): readonly [ShownText | undefined, Move] {
  const viewModel = useViewModel();
  const revision = usePreviewState((state) => state.document?.revision);
  const isEditable = usePreviewState((state) => state.document?.isEditable);
  const editing = useRef<DocumentEditing | undefined>(undefined);
  const [shown, setShown] = useState<ShownText>();
  useLayoutEffect(() => {
    if (field.current === null) return undefined;
    const session = new DocumentEditing(field.current, viewModel);
    editing.current = session;
    const stop = listen(field.current, session);
    return (): void => {
      stop();
      session.forget();
    };
  }, [field, viewModel]);
  useLayoutEffect(() => {
    const document = viewModel.state.document;
    if (document !== undefined) setShown(editing.current?.show(document));
  }, [viewModel, path, revision, isEditable]);
  const move: Move = (direction) => {
    setShown(editing.current?.move(direction, viewModel.state.document?.place));
  };
  return [shown, move];
}

function listen(field: HTMLTextAreaElement, session: DocumentEditing): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  field.addEventListener('beforeinput', (event) => session.refuses() && event.preventDefault(), { signal });
  field.addEventListener('input', () => session.typed(), { signal });
  field.addEventListener('compositionstart', () => session.composing(true), { signal });
  field.addEventListener('compositionend', () => session.composing(false), { signal });
  field.addEventListener('blur', () => session.flush(), { signal });
  field.addEventListener('click', () => session.placed(), { signal });
  document.addEventListener('selectionchange', () => session.selected(), { signal });
  return () => listeners.abort();
}

/** Why the document is read-only, and buttons to move through a long one. */
function ReadOnlyLine({ shown, onMove }: { readonly shown: ShownText; readonly onMove: Move }): JSX.Element | null {
  const { window, length, canEdit } = shown;
  if (canEdit) return null;
  if (window.start === 0 && window.end === length) {
    return (
      <p class="note" data-part="document-locked">
        Read only: another program has unsaved changes of it, or its bytes could not be written back as they are.
      </p>
    );
  }
  return (
    <div class="document-window" data-part="document-window">
      <p class="note">
        {`Read only: too long to be edited here. This is ${shareText(window.start / length)} to ${shareText(window.end / length)} of it.`}
      </p>
      <button class="button" type="button" disabled={window.start === 0} onClick={() => onMove('earlier')}>
        Earlier
      </button>
      <button class="button" type="button" disabled={window.end === length} onClick={() => onMove('later')}>
        Later
      </button>
    </div>
  );
}

/**
 * The position of the cursor. Not announced: it changes with each key, and a screen reader announces cursor movements
 * itself.
 */
export function PlaceLine(): JSX.Element {
  const viewModel = useViewModel();
  const line = usePreviewState((state) => state.document?.cursorLine);
  const column = usePreviewState((state) => state.document?.cursorColumn);
  const selected = usePreviewState(({ document }) =>
    document?.place === undefined ? 0 : Math.abs(document.place.anchor - document.place.head),
  );
  if (line === undefined || column === undefined) {
    return (
      <p id="document-place" class="document-place note" data-part="document-cursor">
        No cursor yet: click into the text
      </p>
    );
  }
  return (
    <p id="document-place" class="document-place note numbers">
      <span data-part="document-cursor">{`Line ${formatCount(line)}, column ${formatCount(column)}`}</span>
      {selected === 0 ? null : (
        <span data-part="document-selection">{`${countOf(selected, 'character')} selected`}</span>
      )}
      <button
        class="button button-quiet"
        type="button"
        data-part="clear-cursor"
        onClick={() => viewModel.setPlace(undefined)}
      >
        No cursor
      </button>
    </p>
  );
}
