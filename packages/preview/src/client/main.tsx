import { render } from 'preact';

import { renewalKeyElement } from '../protocol/renewal.js';
import { ContextPreviewViewModel } from '../view-model/context-preview-view-model.js';
import { App } from './app.js';
import { HttpPreviewConnection } from './connection/http-preview-connection.js';
import { BrowserMemory } from './state/browser-memory.js';

const place = document.getElementById('panel');
if (place === null) throw new TypeError('The page has no place for the panel.');

const connection = new HttpPreviewConnection({ renewalKey: takeRenewalKey() });
const viewModel = new ContextPreviewViewModel(connection, { memory: new BrowserMemory() });
viewModel.start();
const namedDocument = new URLSearchParams(location.search).get('document');
if (namedDocument !== null) {
  void viewModel.openDocument(namedDocument);
  // A reload must not replace the document opened next by this one.
  history.replaceState(history.state, '', location.pathname);
}
window.addEventListener('pagehide', () => viewModel.dispose());
// A page restored from the browser's cache continues.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) viewModel.start();
});
render(<App viewModel={viewModel} />, place);

/** Reads the page's renewal key and removes its element, so that no other script finds it later. */
export function takeRenewalKey(): string | undefined {
  const element = document.querySelector<HTMLMetaElement>(`meta[name="${renewalKeyElement}"]`);
  element?.remove();
  return element?.content;
}
