import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';

import type { LeftOutView } from '../../view-model/preview-state.js';
import { tokensText } from '../budget/amounts.js';
import { usePointing } from '../budget/use-pointing.js';
import { usePreviewState } from '../state/panel-context.js';
import { useSourceFocus } from '../state/source-focus.js';
import { type LeftOutGroup, groupLeftOut, reasonWords } from './left-out-groups.js';

/** Everything that is not in the prompt, with its reason. */
export function WhyView(): JSX.Element {
  const leftOut = usePreviewState((state) => state.shown?.leftOut);
  const warnings = usePreviewState((state) => state.shown?.warnings);
  const groups = useMemo(() => groupLeftOut(leftOut ?? []), [leftOut]);
  const pointing = usePointing();
  return (
    <div class="why" data-part="why" {...pointing}>
      {warnings === undefined || warnings.length === 0 ? null : (
        <ul class="why-warnings" role="list" aria-label="Warnings" data-part="why-warnings">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      {groups.length > 0 ? (
        <LeftOutTable groups={groups} />
      ) : (
        <p class="note" data-part="why-empty">
          {leftOut === undefined ? 'Nothing has been assembled yet.' : 'Nothing was left out.'}
        </p>
      )}
    </div>
  );
}

function LeftOutTable({ groups }: { readonly groups: readonly LeftOutGroup[] }): JSX.Element {
  return (
    <table class="why-table">
      <caption class="visually-hidden">What is not in the prompt, and why</caption>
      <thead>
        <tr>
          <th scope="col">Source</th>
          <th scope="col">What happened</th>
          <th scope="col">Why</th>
          <th scope="col" class="why-tokens">
            Not in the prompt
          </th>
        </tr>
      </thead>
      {groups.map(({ kind, title, explanation, entries, lostTokens }) => (
        <tbody key={kind} data-part="why-group" data-kind={kind}>
          <tr class="why-group">
            <th scope="rowgroup" colSpan={3}>
              {title} <span class="note">{explanation}</span>
            </th>
            <td class="why-tokens numbers note">{lostTokens > 0 ? tokensText(lostTokens) : ''}</td>
          </tr>
          {entries.map((entry, index) => (
            <WhyRow key={`${entry.sourceId} ${String(index)}`} entry={entry} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function WhyRow({ entry }: { readonly entry: LeftOutView }): JSX.Element {
  const { visit } = useSourceFocus();
  const color = usePreviewState(
    (state) => state.shown?.fragments.find(({ sourceId }) => sourceId === entry.sourceId)?.color,
  );
  return (
    <tr class="why-row" data-part="why-row" data-source={entry.sourceId} data-reason={entry.reason}>
      <th scope="row">
        <button
          class="button button-quiet why-source"
          type="button"
          title="Show in the list of sources"
          onClick={() => visit(entry.sourceId, 'why')}
        >
          <span class={color === undefined ? 'swatch swatch-none' : 'swatch'} data-color={color} />
          {entry.displayName}
        </button>
      </th>
      <td class="why-what">{reasonWords(entry)}</td>
      <td class="why-message">{entry.message}</td>
      <td class="why-tokens numbers">{entry.lostTokens === undefined ? '—' : tokensText(entry.lostTokens)}</td>
    </tr>
  );
}
