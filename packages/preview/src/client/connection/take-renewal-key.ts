import { renewalKeyElement } from '../../protocol/renewal.js';

/** What the page was given when it was loaded. Taken out of it, so that nothing else comes across it later. */
export function takeRenewalKey(): string | undefined {
  const element = document.querySelector<HTMLMetaElement>(`meta[name="${renewalKeyElement}"]`);
  element?.remove();
  return element?.content;
}
