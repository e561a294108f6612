import { formatCount } from '@lexichord/platform/number-text';
import type { JSX } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

import type { ComparisonView, SourceDifference } from '../../view-model/preview-state.js';
import { clockTime } from '../header/clock-time.js';
import { useViewModel } from '../state/panel-context.js';
import { DifferenceLines } from './difference-lines.js';
import { changeWords, comparisonSentence, differingFirst, signed } from './timeline-words.js';

/** Differences of two assemblies, source by source. */
export function Comparison({ comparison }: { readonly comparison: ComparisonView }): JSX.Element {
  const viewModel = useViewModel();
  const { before, after, differences } = comparison;
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  // In a single column the comparison may be far below its row.
  useLayoutEffect(() => section.current?.scrollIntoView({ block: 'nearest' }), [comparison]);
  const now = new Date();
  const changed = differences.filter(({ change }) => change !== 'same').length;
  return (
    <section ref={section} class="comparison" data-part="comparison" aria-labelledby={headingId}>
      <div class="comparison-top">
        <h2 id={headingId} class="heading numbers">
          {`${clockTime(before.assembledAt, now)} → ${clockTime(after.assembledAt, now)}`}
        </h2>
        <span class="note numbers">
          {`${formatCount(before.renderedTokens)} → ${formatCount(after.renderedTokens)} tokens (${signed(after.renderedTokens - before.renderedTokens)})`}
        </span>
        <button class="button" type="button" data-part="close-comparison" onClick={() => viewModel.closeComparison()}>
          Close comparison
        </button>
      </div>
      <p class="note" role="status" data-part="comparison-sentence">
        {comparisonSentence(differences)}
      </p>
      <ul class="comparison-list" role="list">
        {differingFirst(differences).map((difference) => (
          <DifferenceItem
            key={`${before.correlationId} ${after.correlationId} ${difference.sourceId}`}
            difference={difference}
            startsOpen={changed === 1 && difference.change !== 'same'}
          />
        ))}
      </ul>
    </section>
  );
}

interface DifferenceItemProps {
  readonly difference: SourceDifference;
  readonly startsOpen: boolean;
}

/** The difference of one source between two assemblies; unfolded, line by line. */
export function DifferenceItem({ difference, startsOpen }: DifferenceItemProps): JSX.Element {
  const { sourceId, change } = difference;
  const [isOpen, setIsOpen] = useState(startsOpen);
  return (
    <li class="difference" data-part="difference" data-source={sourceId} data-change={change}>
      {change === 'same' ? (
        <p class="difference-summary">
          <DifferenceSummary difference={difference} />
        </p>
      ) : (
        <details open={isOpen} onToggle={({ currentTarget: { open } }) => setIsOpen(open)}>
          <summary class="difference-summary">
            <DifferenceSummary difference={difference} />
          </summary>
          {isOpen ? <DifferenceLines difference={difference} /> : null}
        </details>
      )}
    </li>
  );
}

function DifferenceSummary({
  difference: { change, displayName, beforeTokens, afterTokens },
}: {
  readonly difference: SourceDifference;
}): JSX.Element {
  const { sign, words } = changeWords(change);
  return (
    <>
      <span class="difference-change" data-change={change}>
        <span class="difference-sign" aria-hidden="true">
          {sign}
        </span>
        {words}
      </span>
      <span class="difference-name">{displayName}</span>
      <span class="note numbers">
        {change === 'same'
          ? `${formatCount(afterTokens)} tokens`
          : `${formatCount(beforeTokens)} → ${formatCount(afterTokens)} tokens (${signed(afterTokens - beforeTokens)})`}
      </span>
    </>
  );
}
