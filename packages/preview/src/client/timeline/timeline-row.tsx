import { formatCount } from '@lexichord/platform/number-text';
import type { JSX } from 'preact';

import type { TimelineEntry } from '../../view-model/preview-state.js';
import { durationText, shareText, tokensText } from '../budget/amounts.js';
import { drawnWhenChanged } from '../budget/drawn-when-changed.js';
import { clockTime } from '../header/clock-time.js';
import { requesterName } from './timeline-words.js';

interface TimelineRowProps {
  readonly entry: TimelineEntry;
  /** Names of agents, by id. */
  readonly names: ReadonlyMap<string, string>;
  readonly onShow: (correlationId: string) => void;
  readonly onCompare: (correlationId: string) => void;
}

/** One assembly of the timeline. */
export const TimelineRow = drawnWhenChanged(({ entry, names, onShow, onCompare }: TimelineRowProps): JSX.Element => {
  const { correlationId, isShown, isCompared, assembledAt, renderedTokens, maxTokens } = entry;
  const { who, what } = requesterName(entry, names);
  const time = clockTime(assembledAt, new Date());
  const used = maxTokens > 0 ? renderedTokens / maxTokens : 0;
  return (
    <li
      class="timeline-row"
      data-part="timeline-row"
      data-id={correlationId}
      data-origin={entry.origin}
      data-shown={isShown}
    >
      <input
        type="checkbox"
        class="timeline-compare"
        data-part="timeline-compare"
        aria-label={`Compare ${time}, ${who} ${what}`}
        checked={isCompared}
        onChange={() => onCompare(correlationId)}
      />
      <p class="timeline-what">
        <time class="numbers" dateTime={assembledAt} title={assembledAt}>
          {time}
        </time>
        <span class={entry.origin === 'agent' ? 'mark timeline-agent' : 'mark'}>{who}</span>
        <span>{what}</span>
      </p>
      <p class="timeline-document note" title={entry.documentPath}>
        {entry.documentPath ?? 'No document'}
      </p>
      <p class="timeline-size note numbers">
        <span class="timeline-bar" aria-hidden="true">
          <span style={{ width: `${String(Math.min(100, used * 100))}%` }} />
        </span>
        <span>{`${formatCount(renderedTokens)} of ${tokensText(maxTokens)}`}</span>
        <span>{shareText(used)}</span>
        <span>{durationText(entry.assemblyDurationMs)}</span>
      </p>
      <button
        class="button timeline-show"
        type="button"
        data-part="timeline-show"
        aria-current={isShown ? 'true' : undefined}
        aria-label={isShown ? `${time} is on view` : `Show ${time}, ${who} ${what}`}
        onClick={() => onShow(correlationId)}
      >
        {isShown ? 'On view' : 'Show'}
      </button>
    </li>
  );
});
