import { countOf, formatCount } from '@lexichord/platform/number-text';
import type { JSX } from 'preact';

import { usePreviewState, useViewModel } from '../state/panel-context.js';

/** Where the cursor is. Not announced: it changes with each key, and a screen reader says itself what the cursor passes. */
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
