import type { JSX } from 'preact';

import { durationText } from '../budget/amounts.js';
import { usePreviewState, useViewModel } from '../state/panel-context.js';
import type { AssemblyPhase } from '../../view-model/preview-state.js';
import { clockTime } from './clock-time.js';

/** Time and duration of the shown assembly (UC-02), and whether it answers the present question. */
export function AssemblyTime(): JSX.Element {
  const shown = usePreviewState((state) => state.shown);
  const phase = usePreviewState((state) => state.phase);
  if (shown === undefined) {
    return (
      <p class="header-time note" data-part="assembled">
        {phase === 'assembling' ? 'Assembling…' : 'Nothing assembled yet'}
      </p>
    );
  }
  const { assembledAt, durationMs, origin, agentId, isCurrent } = shown;
  return (
    <p class="header-time note" data-part="assembled">
      <span class="numbers">
        Assembled{' '}
        <time dateTime={assembledAt} title={assembledAt}>
          {clockTime(assembledAt, new Date())}
        </time>
        {` · ${durationText(durationMs)}`}
      </span>
      {origin === 'agent' ? <span class="mark">{`for the agent ${agentId}`}</span> : null}
      {isCurrent || phase === 'assembling' ? null : <Outdated phase={phase} />}
    </p>
  );
}

/** Marks an outdated result: after a failure the previous one stays; otherwise the viewer went back in the timeline. */
function Outdated({ phase }: { readonly phase: AssemblyPhase }): JSX.Element {
  const viewModel = useViewModel();
  if (phase === 'failed' || phase === 'cancelled') {
    return (
      <span class="mark mark-warning" data-part="outdated">
        out of date
      </span>
    );
  }
  return (
    <button
      class="button button-quiet"
      type="button"
      data-part="show-latest"
      onClick={() => void viewModel.show(undefined)}
    >
      Not the latest: show it
    </button>
  );
}
