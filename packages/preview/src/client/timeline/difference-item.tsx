import { formatCount } from '@lexichord/platform/number-text';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import type { SourceDifference } from '../../view-model/preview-state.js';
import { DifferenceLines } from './difference-lines.js';
import { changeWords, signed } from './timeline-words.js';

interface DifferenceItemProps {
  readonly difference: SourceDifference;
  readonly startsOpen: boolean;
}

/** How one source differs between two assemblies; unfolded, line by line. */
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
