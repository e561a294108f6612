import { formatCount } from '@lexichord/platform/number-text';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { shareText, tokensText } from '../budget/amounts.js';
import { usePreviewState, useViewModel } from '../state/panel-context.js';
import { copyText } from './copying.js';

const sentences = {
  copied: 'Copied',
  refused: 'The browser does not let it be copied. The text is selected: press Ctrl+C or ⌘C.',
};

/** Duration of showing the result of a copy, in milliseconds. */
const shownMs = 4000;

/** The size of the prompt, and a button that copies it. @param onRefused selects the text instead */
export function PromptToolbar({ onRefused }: { readonly onRefused: () => void }): JSX.Element {
  const viewModel = useViewModel();
  const shown = usePreviewState((state) => state.shown);
  const [outcome, setOutcome] = useState<keyof typeof sentences>();
  useEffect(() => {
    if (outcome === undefined) return undefined;
    const timer = setTimeout(() => setOutcome(undefined), shownMs);
    return (): void => clearTimeout(timer);
  }, [outcome]);
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(viewModel.textToCopy(), navigator.clipboard);
    setOutcome(isCopied ? 'copied' : 'refused');
    if (!isCopied) onRefused();
  };
  const isEmpty = shown === undefined || shown.prompt.length === 0;
  return (
    <div class="prompt-toolbar">
      <p class="note numbers" data-part="prompt-tokens">
        {shown === undefined
          ? ''
          : `${formatCount(shown.renderedTokens)} of ${tokensText(shown.maxTokens)}, ${shareText(shown.usedShare)}`}
      </p>
      {shown?.isCurrent === false ? <span class="mark mark-warning">Not the latest</span> : null}
      <p class="note prompt-copied" role="status" data-part="copied">
        {outcome === undefined ? '' : sentences[outcome]}
      </p>
      <button class="button" type="button" data-part="copy-prompt" disabled={isEmpty} onClick={() => void copy()}>
        Copy prompt
      </button>
    </div>
  );
}
