import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';

import { useViewModel } from '../state/panel-context.js';
import type { SourceView } from '../../view-model/preview-state.js';

/** Switches a source on or off for everybody in the workspace (AC-7). Nothing, where the licence leaves no choice. */
export function SourceSwitch({ source, name }: { readonly source: SourceView; readonly name: string }): JSX.Element {
  const viewModel = useViewModel();
  const { sourceId, hasSwitch, isEnabled, isSwitching } = source;
  const latest = useRef(isEnabled);
  latest.current = isEnabled;
  if (!hasSwitch) return <span class="row-switch" />;
  const onChange = (input: HTMLInputElement): void => {
    void viewModel.toggle(sourceId).then(() => {
      // A switch that failed is drawn as it was before, so nothing else would put the tick back.
      input.checked = latest.current;
    });
  };
  return (
    <label class="row-switch" data-switching={isSwitching}>
      <input
        type="checkbox"
        data-part="switch"
        checked={isEnabled}
        aria-label={`Use ${name}`}
        aria-busy={isSwitching}
        onChange={(event) => onChange(event.currentTarget)}
      />
    </label>
  );
}
