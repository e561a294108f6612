import type { JSX, RefObject } from 'preact';
import { useRef } from 'preact/hooks';

import type { PreviewState } from '../../view-model/preview-state.js';
import { arrowStep } from '../budget/arrow-steps.js';
import { usePointedMark, usePointing } from '../budget/use-pointing.js';
import { usePreviewState, useViewModel } from '../state/panel-context.js';
import { SourceRow } from './source-row.js';

/** Every source with its contribution, or the reason for having none. */
export function SourceList(): JSX.Element {
  const sources = usePreviewState((state) => state.sources);
  const hasAgentRequest = usePreviewState(knowsAgentRequest);
  const list = useRef<HTMLUListElement>(null);
  const pointing = usePointing();
  return (
    <section class="sources" data-part="sources" aria-labelledby="sources-heading">
      <SourcesHeading />
      <ul
        ref={list}
        role="list"
        class="sources-list"
        data-compared={hasAgentRequest}
        onKeyDown={onRowKey}
        {...pointing}
      >
        {sources.map((source) => (
          <SourceRow key={source.sourceId} source={source} />
        ))}
      </ul>
      <PointedMark list={list} />
      <LockedSources />
    </section>
  );
}

/** Before an agent has asked for anything, there is nothing to compare a fragment with. */
function knowsAgentRequest({ timeline, sources }: PreviewState): boolean {
  const isKept = timeline.some(({ origin }) => origin === 'agent');
  return isKept || sources.some(({ fragment }) => fragment !== undefined && fragment.use !== 'not-used');
}

function SourcesHeading(): JSX.Element {
  const viewModel = useViewModel();
  const count = usePreviewState((state) => state.sources.filter(({ fragment }) => fragment !== undefined).length);
  const foldable = usePreviewState((state) => state.sources.some(({ fragment }) => fragment !== undefined));
  return (
    <div class="sources-heading">
      <h2 id="sources-heading" class="heading">
        Sources
      </h2>
      <span class="note numbers" data-part="source-count">{`${String(count)} in the prompt`}</span>
      <span class="spacer" />
      <button
        class="button button-quiet"
        type="button"
        data-part="expand-all"
        disabled={!foldable}
        onClick={() => viewModel.expandAll(true)}
      >
        Expand all
      </button>
      <button
        class="button button-quiet"
        type="button"
        data-part="collapse-all"
        disabled={!foldable}
        onClick={() => viewModel.expandAll(false)}
      >
        Collapse all
      </button>
    </div>
  );
}

function PointedMark({ list }: { readonly list: RefObject<HTMLUListElement | null> }): null {
  usePointedMark(list, bringIntoView);
  return null;
}

function bringIntoView(row: HTMLElement): void {
  row.scrollIntoView({ block: 'nearest' });
}

/**
 * Up and down, Home and End within the column of fold buttons, or of switches. Tab goes through all controls as ever.
 */
export function onRowKey(event: KeyboardEvent): void {
  const { target, currentTarget, key } = event;
  if (!(target instanceof HTMLElement) || !(currentTarget instanceof HTMLElement)) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const { part } = target.dataset;
  if (part !== 'fold' && part !== 'switch') return;
  const column = [...currentTarget.querySelectorAll<HTMLElement>(`[data-part="${part}"]`)];
  const next = arrowStep(key, { at: column.indexOf(target), count: column.length }, 'vertical');
  if (next === undefined) return;
  event.preventDefault();
  column[next]?.focus();
}

/** Sources that the licence locks, with the tier that unlocks them (AC-9). */
export function LockedSources(): JSX.Element | null {
  const locked = usePreviewState((state) => state.locked);
  const tier = usePreviewState((state) => state.tier);
  if (locked.length === 0) return null;
  return (
    <section class="locked" data-part="locked" aria-labelledby="locked-heading">
      <h3 id="locked-heading" class="heading">
        Locked by the licence
      </h3>
      <p class="note">{`This workspace has ${tier}.`}</p>
      <ul role="list">
        {locked.map((source) => (
          <li key={source.sourceId} class="locked-row" data-part="locked-row" data-source={source.sourceId}>
            <span class="locked-name">{source.displayName}</span>
            <span class="mark" data-part="tier">{`from ${source.tier}`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
