import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';

import type { FragmentView, SourceView } from '../../view-model/preview-state.js';
import { shareText, tokensText } from '../budget/amounts.js';
import { drawnWhenChanged } from '../budget/drawn-when-changed.js';
import { useViewModel } from '../state/panel-context.js';
import { FragmentContent } from './fragment-content.js';
import { rowFacts, useTexts, whyAbsent } from './row-facts.js';

/** A source: its name, its contribution, and its content when unfolded. */
export const SourceRow = drawnWhenChanged(({ source }: { readonly source: SourceView }): JSX.Element => {
  const { sourceId, fragment, isExpanded, isEnabled } = source;
  const isOpen = isExpanded && fragment !== undefined;
  return (
    <li class="row" data-part="row" data-source={sourceId} data-enabled={isEnabled} data-open={isOpen}>
      <RowHeader source={source} isOpen={isOpen} />
      {isOpen ? <FragmentContent id={contentId(sourceId)} fragment={fragment} /> : null}
    </li>
  );
});

function contentId(sourceId: string): string {
  return `content-${sourceId}`;
}

function RowHeader({ source, isOpen }: { readonly source: SourceView; readonly isOpen: boolean }): JSX.Element {
  const viewModel = useViewModel();
  const { sourceId, fragment, isEnabled } = source;
  const fold = (): void => viewModel.toggleExpanded(sourceId);
  const name = nameOf(source);
  return (
    <div
      class="row-header"
      data-foldable={fragment !== undefined}
      onClick={(event) => {
        // For the mouse the whole header folds; with the keyboard the button does.
        const isControl = event.target instanceof Element && event.target.closest('button, input, label') !== null;
        if (fragment !== undefined && !isControl && hasNoSelection()) fold();
      }}
    >
      {fragment === undefined ? (
        <span class="row-fold" />
      ) : (
        <button
          class="row-fold"
          type="button"
          data-part="fold"
          aria-expanded={isOpen}
          aria-controls={isOpen ? contentId(sourceId) : undefined}
          aria-label={name}
          onClick={fold}
        >
          <svg viewBox="0 0 10 10" aria-hidden="true" focusable="false">
            <path d="M2.5 1 8 5 2.5 9z" />
          </svg>
        </button>
      )}
      <SourceSwitch source={source} name={name} />
      <span class="swatch" data-color={fragment === undefined ? undefined : fragment.color % 10} />
      <div class="row-text">
        <p class="row-top">
          <span class="row-name" data-part="name">
            {name}
          </span>
          {isEnabled ? null : <span class="row-off">(disabled)</span>}
          <span class="row-tokens numbers" data-part="tokens">
            {fragment === undefined ? '—' : tokensText(fragment.tokens)}
          </span>
        </p>
        {fragment === undefined ? <Why source={source} /> : <Facts fragment={fragment} />}
      </div>
    </div>
  );
}

/** The name of a row: the fragment's label, else the source's name, which is that of the switch. */
function nameOf({ displayName, fragment }: SourceView): string {
  return fragment?.label ?? displayName;
}

function hasNoSelection(): boolean {
  return getSelection()?.isCollapsed ?? true;
}

function Why({ source }: { readonly source: SourceView }): JSX.Element | null {
  const why = whyAbsent(source);
  if (why === '') return null;
  return (
    <p class="row-why note" data-part="why" data-reason={source.absence?.reason} title={why}>
      {why}
    </p>
  );
}

function Facts({ fragment }: { readonly fragment: FragmentView }): JSX.Element {
  const { text, title } = useTexts[fragment.use];
  return (
    <div class="row-bottom note numbers">
      <p class="row-facts">
        <span class="row-use" data-part="use" data-use={fragment.use} title={title}>
          {text}
        </span>
        {rowFacts(fragment).map((fact) => (
          <span
            key={fact.part}
            class={fact.isWarning ? 'row-warning' : undefined}
            data-part={fact.part}
            title={fact.title}
          >
            {fact.text}
          </span>
        ))}
      </p>
      <span class="row-share" data-part="share">
        {shareText(fragment.budgetShare)}
        <span class="visually-hidden"> of the budget</span>
      </span>
    </div>
  );
}

/** Switches a source on or off for all users of the workspace (AC-7). Draws nothing if the licence leaves no choice. */
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
