import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { copyText } from '../prompt/copying.js';

interface CopyButtonProps {
  /** Asked when it is copied: it may be long. */
  readonly text: () => string;
  /** Of what is copied, for who does not see where the button is. */
  readonly name: string;
}

const shownMs = 2_000;

/** Puts a text on the clipboard, byte for byte, and says so. */
export function CopyButton({ text, name }: CopyButtonProps): JSX.Element {
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();
  useEffect(() => {
    if (outcome === undefined) return undefined;
    const timer = setTimeout(() => setOutcome(undefined), shownMs);
    return (): void => clearTimeout(timer);
  }, [outcome]);
  const onClick = async (): Promise<void> => setOutcome((await copy(text())) ? 'copied' : 'refused');
  const word = outcome === 'copied' ? 'Copied' : 'Copy';
  return (
    <>
      <button
        class="button button-quiet"
        type="button"
        data-part="copy"
        aria-label={`${word} ${name}`}
        onClick={() => void onClick()}
      >
        {word}
      </button>
      <span class={outcome === 'refused' ? 'note' : 'visually-hidden'} role="status">
        {outcome === 'copied' ? `${name} copied` : null}
        {outcome === 'refused' ? 'The browser did not allow it.' : null}
      </span>
    </>
  );
}

/** In a frame the clipboard can be closed to programs, while what a user asks for is allowed. */
async function copy(text: string): Promise<boolean> {
  return (await copyText(text, navigator.clipboard)) || copyByEvent(text);
}

/** Not by way of a text field, which would turn CR LF into LF. */
function copyByEvent(text: string): boolean {
  const onCopy = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', onCopy, { once: true });
  // Outdated, and the only way there is.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const isCopied = document.execCommand('copy');
  document.removeEventListener('copy', onCopy);
  return isCopied;
}
