import type { PreviewMemory } from '../../view-model/preview-actions.js';

const prefix = 'lexichord.preview.';

/** Storage of the browser for the panel's address. Empty if the browser stores nothing. */
export class BrowserMemory implements PreviewMemory {
  read(key: string): string | undefined {
    try {
      return localStorage.getItem(prefix + key) ?? undefined;
    } catch {
      // Storage is switched off: the panel works without.
      return undefined;
    }
  }

  write(key: string, value: string): void {
    try {
      localStorage.setItem(prefix + key, value);
    } catch {
      // Storage is switched off or full: the next visit starts without it.
    }
  }
}
