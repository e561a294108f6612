import type { JSX } from 'preact';
import { useCallback, useMemo } from 'preact/hooks';

import { usePreviewState, useViewModel } from '../state/panel-context.js';
import { Comparison } from './comparison.js';
import { TimelineRow } from './timeline-row.js';
import { isPastShown } from './timeline-words.js';

/** Earlier assemblies, to show again and to compare. */
export function TimelineView(): JSX.Element {
  const viewModel = useViewModel();
  const timeline = usePreviewState((state) => state.timeline);
  const agents = usePreviewState((state) => state.agents);
  const comparison = usePreviewState((state) => state.comparison);
  const names = useMemo(() => new Map(agents.map(({ agentId, displayName }) => [agentId, displayName])), [agents]);
  const onShow = useCallback((correlationId: string) => void viewModel.show(correlationId), [viewModel]);
  const onCompare = useCallback((correlationId: string) => void viewModel.toggleCompared(correlationId), [viewModel]);
  if (timeline.length === 0) {
    return (
      <p class="note timeline-empty" data-part="timeline-empty">
        Nothing has been assembled yet.
      </p>
    );
  }
  return (
    <div class={comparison === undefined ? 'timeline' : 'timeline timeline-compares'}>
      <div class="timeline-top">
        <p class="note" role="status" data-part="timeline-hint">
          {hintOf(timeline.filter(({ isCompared }) => isCompared).length)}
        </p>
        {isPastShown(timeline) ? (
          <button class="button" type="button" data-part="show-newest" onClick={() => void viewModel.show(undefined)}>
            Back to the newest
          </button>
        ) : null}
      </div>
      <ol class="timeline-list" role="list" aria-label="Assemblies, newest first" onKeyDown={moveBetweenRows}>
        {timeline.map((entry) => (
          <TimelineRow key={entry.correlationId} entry={entry} names={names} onShow={onShow} onCompare={onCompare} />
        ))}
      </ol>
      {comparison === undefined ? null : <Comparison comparison={comparison} />}
    </div>
  );
}

function hintOf(compared: number): string {
  if (compared === 0) return 'Tick two to compare them.';
  return compared === 1 ? 'Tick another one to compare it with.' : 'Two are compared below.';
}

/** Up and down go to the same control of the next row. */
function moveBetweenRows(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const control = event.target instanceof HTMLElement ? event.target : undefined;
  const row = control?.closest('li');
  const next = event.key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling;
  const target = next?.querySelector<HTMLElement>(`[data-part="${CSS.escape(control?.dataset.part ?? '')}"]`);
  if (target === undefined || target === null) return;
  event.preventDefault();
  target.focus();
}
