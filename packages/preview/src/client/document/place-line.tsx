import type { JSX } from 'preact';

import { countOf, groupedNumber } from '../../view-model/grouped-number.js';
import { usePreviewState } from '../state/panel-context.js';

/** Where the cursor is. Not announced: it changes with each key, and a screen reader says itself what the cursor passes. */
export function PlaceLine(): JSX.Element {
  const line = usePreviewState((state) => state.document?.cursorLine ?? 1);
  const column = usePreviewState((state) => state.document?.cursorColumn ?? 1);
  const selected = usePreviewState(({ document }) =>
    document === undefined ? 0 : Math.abs(document.place.anchor - document.place.head),
  );
  return (
    <p id="document-place" class="document-place note numbers">
      <span data-part="document-cursor">{`Line ${groupedNumber(line)}, column ${groupedNumber(column)}`}</span>
      {selected === 0 ? null : (
        <span data-part="document-selection">{`${countOf(selected, 'character')} selected`}</span>
      )}
    </p>
  );
}
