import type { JSX } from 'preact';

import type { IContextPreviewViewModel } from '../view-model/preview-actions.js';
import { BudgetBar } from './budget/budget-bar.js';
import { DocumentPane } from './document/document-pane.js';
import { PanelHeader } from './header/panel-header.js';
import { StatusLine } from './header/status-line.js';
import { Columns } from './layout/columns.js';
import { ResultTabs } from './layout/result-tabs.js';
import { QuestionForm } from './question/question-form.js';
import { SourceList } from './sources/source-list.js';
import { PanelContext } from './state/panel-context.js';
import { SourceFocusProvider } from './state/source-focus.js';

const columnNames = {
  request: { id: 'column-request', label: 'Question and document' },
  sources: { id: 'column-sources', label: 'Budget and sources' },
  result: { id: 'column-result', label: 'Prompt, left out and timeline' },
};

/** The panel's three columns: the request, the sources, and the resulting prompt. */
export function App({ viewModel }: { readonly viewModel: IContextPreviewViewModel }): JSX.Element {
  return (
    <PanelContext.Provider value={viewModel}>
      <SourceFocusProvider>
        <SkipLinks columns={Object.values(columnNames)} />
        <PanelHeader />
        <StatusLine />
        <Columns
          columns={[
            { ...columnNames.request, content: requestColumn },
            { ...columnNames.sources, content: sourcesColumn },
            { ...columnNames.result, content: resultColumn },
          ]}
        />
      </SourceFocusProvider>
    </PanelContext.Provider>
  );
}

// Constant elements, so that resizing a column does not redraw its content.
const requestColumn = (
  <>
    <QuestionForm />
    <DocumentPane />
  </>
);
const sourcesColumn = (
  <>
    <BudgetBar />
    <SourceList />
  </>
);
const resultColumn = <ResultTabs />;

/** The first stops of the Tab key, which skip the header and unwanted columns. */
export function SkipLinks({
  columns,
}: {
  readonly columns: readonly { readonly id: string; readonly label: string }[];
}): JSX.Element {
  return (
    <nav class="skip-links" aria-label="Skip">
      {columns.map(({ id, label }) => (
        <a key={id} href={`#${id}`} onClick={(event) => goTo(event, id)}>
          {`Skip to ${label.toLowerCase()}`}
        </a>
      ))}
    </nav>
  );
}

/** Focuses a column without changing the panel's address. */
function goTo(event: Event, id: string): void {
  event.preventDefault();
  const column = document.getElementById(id);
  column?.focus();
  column?.scrollIntoView();
}
