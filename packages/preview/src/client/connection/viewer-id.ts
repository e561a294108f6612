/** Keeps a few words as long as a window is open, as a browser's `sessionStorage`. */
export interface ViewerStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const key = 'lexichord.preview.viewer';

/** What the server takes for an id. */
const idForm = /^[A-Za-z0-9-]{8,64}$/u;

/**
 * Who this viewer is, also after the page was loaded anew. While the page is open, the id is taken out of the storage: a
 * browser that duplicates a window duplicates its storage, and the copy is another viewer.
 */
export class ViewerId {
  readonly id: string;

  constructor(private readonly storage: ViewerStorage | undefined) {
    this.id = this.kept() ?? crypto.randomUUID();
  }

  /** The page is open. */
  take(): void {
    this.tryTo((storage) => storage.removeItem(key));
  }

  /** The page goes away, perhaps to come again. */
  leave(): void {
    this.tryTo((storage) => storage.setItem(key, this.id));
  }

  private kept(): string | undefined {
    let kept: string | null | undefined;
    this.tryTo((storage) => {
      kept = storage.getItem(key);
    });
    return typeof kept === 'string' && idForm.test(kept) ? kept : undefined;
  }

  private tryTo(use: (storage: ViewerStorage) => void): void {
    try {
      if (this.storage !== undefined) use(this.storage);
    } catch {
      // Storage is switched off or full: the page that is loaded anew is another viewer.
    }
  }
}
