import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { shareText, tokensText } from '../budget/amounts.js';
import { usePreviewState, useViewModel } from '../state/panel-context.js';

/** Number of shown warnings; the others are folded. */
const shownWarnings = 2;

/** Failure, notice and warnings. Takes no space when there are none. */
export function StatusLine(): JSX.Element {
  const phase = usePreviewState((state) => state.phase);
  const assembly = usePreviewState((state) => state.shown?.correlationId);
  return (
    <div class="status" data-part="status" data-phase={phase} data-assembly={assembly ?? ''}>
      <FailureLine />
      <div aria-live="polite">
        <NoticeLine />
        <WarningLines />
      </div>
      <Announcement />
    </div>
  );
}

function FailureLine(): JSX.Element | null {
  const viewModel = useViewModel();
  const failure = usePreviewState((state) => state.failure);
  if (failure === undefined) return null;
  return (
    <div class="status-line status-failure" role="alert" data-part="failure" data-code={failure.code}>
      <p>{failure.message}</p>
      <button class="button" type="button" data-part="dismiss" onClick={() => viewModel.dismissFailure()}>
        Dismiss
      </button>
    </div>
  );
}

function NoticeLine(): JSX.Element | null {
  const notice = usePreviewState((state) => state.notice);
  const isCancelled = usePreviewState((state) => state.phase === 'cancelled');
  const hasResult = usePreviewState((state) => state.shown !== undefined);
  const cancelled = hasResult ? 'Cancelled. Below is the result before.' : 'Cancelled.';
  const texts = [...(isCancelled ? [cancelled] : []), ...(notice === undefined ? [] : [notice])];
  if (texts.length === 0) return null;
  return (
    <p class="status-line" data-part="notice">
      {texts.join(' ')}
    </p>
  );
}

/** Warnings of the panel. Those of an assembly change with each key and are shown in the tab "Left out". */
function WarningLines(): JSX.Element | null {
  const warnings = usePreviewState((state) => state.warnings);
  if (warnings.length === 0) return null;
  const folded = warnings.slice(shownWarnings);
  return (
    <div class="status-line status-warning" data-part="warnings">
      <ul role="list">
        {warnings.slice(0, shownWarnings).map((warning, index) => (
          <li key={index}>{warning}</li>
        ))}
      </ul>
      {folded.length === 0 ? null : (
        <details>
          <summary>{`${String(folded.length)} more`}</summary>
          <ul role="list">
            {folded.map((warning, index) => (
              <li key={index}>{warning}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** Delay before a screen reader announces a result, so that typing announces only the last. */
const quietMs = 1_000;

function Announcement(): JSX.Element {
  const shown = usePreviewState((state) => state.shown);
  const [told, setTold] = useState('');
  useEffect(() => {
    if (shown === undefined) return undefined;
    const { renderedTokens, maxTokens, usedShare, fragments } = shown;
    const used = `${tokensText(renderedTokens)} of ${tokensText(maxTokens)}, ${shareText(usedShare)}`;
    const text = `Assembled: ${used}, from ${String(fragments.length)} sources.`;
    const timer = setTimeout(() => setTold(text), quietMs);
    return (): void => clearTimeout(timer);
  }, [shown]);
  return (
    <p class="visually-hidden" role="status" data-part="announcement">
      {told}
    </p>
  );
}
