import { formatCount } from '@lexichord/platform/number-text';
import type { JSX, RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';

import type { AssemblyView, FragmentView } from '../../view-model/preview-state.js';
import { usePreviewState } from '../state/panel-context.js';
import { useSourceFocus } from '../state/source-focus.js';
import { type BudgetShares, budgetShares, shareText, tokensText } from './amounts.js';
import { arrowStep } from './arrow-steps.js';
import { drawnWhenChanged } from './drawn-when-changed.js';
import { sourceAt, usePointedMark, usePointing } from './use-pointing.js';

/** With more segments than this, the smallest have no least width: together they would be wider than the bar. */
const maxVisibleSegments = 60;

/** The budget, and the tokens of each source in it. */
export function BudgetBar(): JSX.Element {
  const shown = usePreviewState((state) => state.shown);
  const maxTokens = usePreviewState((state) => state.question.maxTokens);
  if (shown === undefined) {
    return (
      <section class="budget" data-part="budget" aria-label="Budget">
        <p class="budget-figures numbers">{`Budget: ${tokensText(maxTokens)}`}</p>
        <div class="budget-bar" />
      </section>
    );
  }
  const shares = budgetShares(shown);
  return (
    <section class="budget" data-part="budget" aria-label="Budget">
      <p class="budget-figures numbers">
        <span data-part="budget-total">{`Budget: ${tokensText(shown.maxTokens)}`}</span>
        <span data-part="budget-used">
          {`Used: ${tokensText(shown.renderedTokens)} (${shareText(shown.usedShare)})`}
        </span>
      </p>
      <Bar shares={shares} />
      <Readout shown={shown} shares={shares} />
    </section>
  );
}

/** A row of buttons, by the toolbar pattern of the ARIA practices: one stop for Tab, arrows move within. */
function Bar({ shares: { segments, framing, free } }: { readonly shares: BudgetShares }): JSX.Element {
  const bar = useRef<HTMLDivElement>(null);
  const { visit } = useSourceFocus();
  const [stop, setStop] = useState<string>();
  const pointing = usePointing();
  const stopId = segments.some(({ sourceId }) => sourceId === stop) ? stop : segments[0]?.sourceId;
  const onClick = (event: MouseEvent): void => {
    const sourceId = sourceAt(event.target);
    if (sourceId !== undefined) visit(sourceId, 'bar');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = segments.findIndex(({ sourceId }) => sourceId === stopId);
    const next = arrowStep(event.key, { at, count: segments.length }, 'horizontal');
    const sourceId = next === undefined ? undefined : segments[next]?.sourceId;
    if (next === undefined || sourceId === undefined) return;
    event.preventDefault();
    setStop(sourceId);
    bar.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div
      ref={bar}
      class="budget-bar"
      role="toolbar"
      aria-label="Sources by their tokens"
      data-part="bar"
      data-dense={segments.length > maxVisibleSegments}
      onClick={onClick}
      onKeyDown={onKeyDown}
      {...pointing}
    >
      {segments.map((fragment) => (
        <BudgetSegment key={fragment.sourceId} fragment={fragment} isStop={fragment.sourceId === stopId} />
      ))}
      <span class="budget-framing" style={{ flexGrow: framing }} />
      <span style={{ flexGrow: free }} />
      <PointedMark bar={bar} />
    </div>
  );
}

function PointedMark({ bar }: { readonly bar: RefObject<HTMLDivElement | null> }): null {
  usePointedMark(bar);
  return null;
}

/** Describes the pointed segment; without one, the unused budget. */
function Readout({ shown, shares }: { readonly shown: AssemblyView; readonly shares: BudgetShares }): JSX.Element {
  const { sourceId } = useSourceFocus();
  const pointed = sourceId === undefined ? undefined : shown.fragments.find((one) => one.sourceId === sourceId);
  if (pointed === undefined) {
    const framing = `Headings and separators: ${formatCount(shares.framing)}`;
    return (
      <p class="budget-readout note numbers" data-part="budget-rest">
        {`Free: ${formatCount(shares.free)} · ${framing}`}
      </p>
    );
  }
  return (
    <p class="budget-readout note numbers" data-part="budget-pointed">
      <span class="swatch" data-color={pointed.color % 10} />
      <span class="budget-name">{pointed.label}</span>
      {` · ${tokensText(pointed.tokens)} · ${shareText(pointed.budgetShare)}`}
    </p>
  );
}

interface BudgetSegmentProps {
  readonly fragment: FragmentView;
  /** Whether Tab goes to it. */
  readonly isStop: boolean;
}

/** A fragment in the bar, with a width in proportion to its tokens. The bar handles its events. */
export const BudgetSegment = drawnWhenChanged(({ fragment, isStop }: BudgetSegmentProps): JSX.Element => {
  const { sourceId, label, tokens, budgetShare, color } = fragment;
  const name = `${label}: ${tokensText(tokens)}, ${shareText(budgetShare)} of the budget`;
  return (
    <button
      class="budget-segment"
      type="button"
      data-part="segment"
      data-source={sourceId}
      data-color={color % 10}
      tabIndex={isStop ? 0 : -1}
      aria-label={name}
      title={name}
      style={{ flexGrow: tokens }}
    />
  );
});
