import type { JSX } from 'preact';
import { useId } from 'preact/hooks';

import { usePreviewState, useViewModel } from '../state/panel-context.js';
import { DocumentEditor } from './document-editor.js';
import { DocumentPicker } from './document-picker.js';

/** The document that the question is about, with the place in it, and a way to another one. */
export function DocumentPane(): JSX.Element {
  const path = usePreviewState((state) => state.document?.path);
  const headingId = useId();
  return (
    <section class="document" data-part="document" aria-labelledby={headingId}>
      <h2 id={headingId} class="visually-hidden">
        Document
      </h2>
      <DocumentPicker />
      {path === undefined ? (
        <p class="note document-none" data-part="document-none">
          No document is open. Look for one above, or ask without one.
        </p>
      ) : (
        <>
          <DocumentHeader path={path} />
          <EditedLine />
          <DocumentEditor path={path} />
        </>
      )}
    </section>
  );
}

function DocumentHeader({ path }: { readonly path: string }): JSX.Element {
  const viewModel = useViewModel();
  const language = usePreviewState((state) => state.document?.language);
  const fileName = path.lastIndexOf('/') + 1;
  return (
    <div class="document-header">
      <p class="document-path" data-part="document-path" title={path}>
        <span class="document-folder">{path.slice(0, fileName)}</span>
        <strong>{path.slice(fileName)}</strong>
      </p>
      <span class="mark" data-part="document-language">
        {language}
      </span>
      <button
        class="button button-quiet"
        type="button"
        data-part="close-document"
        aria-label={`Close ${path}`}
        onClick={() => {
          viewModel.closeDocument();
          document.getElementById('document-search')?.focus();
        }}
      >
        Close
      </button>
    </div>
  );
}

function EditedLine(): JSX.Element {
  const viewModel = useViewModel();
  const isEdited = usePreviewState((state) => state.document?.isEdited === true);
  return (
    <div role="status" class="document-edited" data-part="document-edited">
      {isEdited ? (
        <>
          <p>Changed here only; the file stays as it is.</p>
          <button
            class="button"
            type="button"
            data-part="discard-edits"
            onClick={() => {
              document.getElementById('document-text')?.focus();
              void viewModel.discardEdits();
            }}
          >
            Discard
          </button>
        </>
      ) : null}
    </div>
  );
}
