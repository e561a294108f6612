import type { JSX } from 'preact';

import { usePreviewState } from '../state/panel-context.js';

/** What the licence locks: named, with the tier that opens it, and nothing else (AC-9). */
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
