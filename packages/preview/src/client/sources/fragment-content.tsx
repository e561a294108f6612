import type { JSX } from 'preact';

import { useSourceFocus } from '../state/focused-source.js';
import { useViewModel } from '../state/panel-context.js';
import type { FragmentView } from '../../view-model/preview-state.js';
import { CopyButton } from './copy-button.js';
import { ConversationForm } from './forms/conversation-form.js';
import { FilesForm } from './forms/files-form.js';
import { KnowledgeForm } from './forms/knowledge-form.js';
import { TextForm } from './forms/text-form.js';

interface FragmentContentProps {
  readonly id: string;
  readonly fragment: FragmentView;
}

/** A fragment's content in the form that fits it, with what can be done with it. */
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
