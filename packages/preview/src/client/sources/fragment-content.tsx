import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import type { FragmentView } from '../../view-model/preview-state.js';
import { copyText } from '../prompt/copying.js';
import { useViewModel } from '../state/panel-context.js';
import { useSourceFocus } from '../state/source-focus.js';
import { ConversationForm } from './forms/conversation-form.js';
import { FilesForm } from './forms/files-form.js';
import { KnowledgeForm } from './forms/knowledge-form.js';
import { TextForm } from './forms/text-form.js';

interface FragmentContentProps {
  readonly id: string;
  readonly fragment: FragmentView;
}

/** A fragment's content in a suitable form, with its actions. */
export function FragmentContent({ id, fragment }: FragmentContentProps): JSX.Element {
  const viewModel = useViewModel();
  const { sourceId, label } = fragment;
  return (
    <div id={id} class="content" data-part="content" data-form={fragment.form.kind}>
      <Form fragment={fragment} />
      <div class="content-actions">
        <CopyButton text={() => viewModel.textToCopy(sourceId)} name={label} />
        <ShowInPrompt fragment={fragment} />
      </div>
    </div>
  );
}

function ShowInPrompt({ fragment: { sourceId, label } }: { readonly fragment: FragmentView }): JSX.Element {
  const { visit } = useSourceFocus();
  return (
    <button
      class="button button-quiet"
      type="button"
      data-part="show-in-prompt"
      aria-label={`Show in the prompt: ${label}`}
      onClick={() => visit(sourceId, 'list')}
    >
      Show in the prompt
    </button>
  );
}

function Form({ fragment }: { readonly fragment: FragmentView }): JSX.Element {
  const { content, label, form } = fragment;
  switch (form.kind) {
    case 'files':
      return <FilesForm content={content} label={label} ranges={form.ranges} />;
    case 'knowledge':
      return <KnowledgeForm content={content} label={label} entities={form.entities} />;
    case 'conversation':
      return <ConversationForm content={content} label={label} segments={form.segments} />;
    case 'text':
      return <TextForm content={content} label={label} />;
  }
}

interface CopyButtonProps {
  /** Asked when it is copied: it may be long. */
  readonly text: () => string;
  /** Name of the copied text, for screen readers. */
  readonly name: string;
}

const shownMs = 2_000;

/** Copies a text to the clipboard, byte for byte, and shows the result. */
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

/** Copies a text. In a frame the clipboard API can be forbidden, while copying by a user action is allowed. */
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
