import type { JSX } from 'preact';

import { usePreviewState, useViewModel } from '../state/panel-context.js';
import { useLasting } from './use-lasting.js';

/** Shorter assemblies leave the button as it is: while one types, it would flicker. */
const patienceMs = 400;

/** Assembles anew (AC-8); while that takes long, the same place cancels it. */
export function RefreshButton(): JSX.Element {
  const viewModel = useViewModel();
  const isAssembling = usePreviewState((state) => state.phase === 'assembling');
  const isLong = useLasting(isAssembling, patienceMs);
  return (
    <button
      class="button header-refresh"
      type="button"
      data-part={isLong ? 'cancel' : 'refresh'}
      aria-busy={isAssembling}
      title={isLong ? 'Cancel this assembly' : 'Assemble anew (r)'}
      onClick={() => void (isLong ? viewModel.cancel() : viewModel.refresh())}
    >
      <span class="header-refresh-sign" aria-hidden="true">
        {isLong ? '✕' : '↻'}
      </span>
      {isLong ? 'Cancel' : 'Refresh'}
    </button>
  );
}
