import { formatCount } from '@lexichord/platform/number-text';
import type { JSX } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

import type { ComparisonView } from '../../view-model/preview-state.js';
import { clockTime } from '../header/clock-time.js';
import { useViewModel } from '../state/panel-context.js';
import { DifferenceItem } from './difference-item.js';
import { comparisonSentence, differingFirst, signed } from './timeline-words.js';

/** Two assemblies, source by source: what came, what went, what changed. */
export function Comparison({ comparison }: { readonly comparison: ComparisonView }): JSX.Element {
  const viewModel = useViewModel();
  const { before, after, differences } = comparison;
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  // In one column with the whole page the comparison may be far below the row that asked for it.
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
