/** Storage that lasts as long as a window, such as a browser's `sessionStorage`. */
export interface ViewerStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const key = 'lexichord.preview.viewer';

/** Ids that the server accepts. */
const idForm = /^[A-Za-z0-9-]{8,64}$/u;

/**
 * The viewer's id, which survives a reload. While the page is open, the id is removed from the storage, because a
 * duplicated window gets a copy of the storage and must be another viewer.
 */
export class ViewerId {
  readonly id: string;

  constructor(private readonly storage: ViewerStorage | undefined) {
    this.id = this.kept() ?? crypto.randomUUID();
  }

  /** Removes the id from the storage while the page is open. */
  take(): void {
    this.tryTo((storage) => storage.removeItem(key));
  }

  /** Stores the id when the page closes, for a reload. */
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
      // Storage is switched off or full: the reloaded page is another viewer.
    }
  }
}
