import { hash } from 'node:crypto';

/**
 * A cache of exact token counts of whole texts, by the SHA-256 of their content, which evicts the least recently used
 * entry (T-016 AC-050..053). Holds no text. A plain map, which keeps its keys in the order they were put in:
 * `lru-cache` reserves room for all its entries at once, and that took longer than counting 10 KB.
 */
export class CountCache {
  private readonly counts = new Map<string, number>();

  /** @param maxEntries 1 and more */
  constructor(private readonly maxEntries: number) {}

  /** Entries at present; never above `maxEntries`. */
  get size(): number {
    return this.counts.size;
  }

  /** The key of a text. */
  keyOf(text: string): string {
    return hash('sha256', text, 'base64');
  }

  get(key: string): number | undefined {
    const count = this.counts.get(key);
    if (count !== undefined) this.set(key, count);
    return count;
  }

  /** Makes the entry the most recently used one. */
  set(key: string, count: number): void {
    this.counts.delete(key);
    if (this.counts.size >= this.maxEntries) {
      const [oldest] = this.counts.keys();
      if (oldest !== undefined) this.counts.delete(oldest);
    }
    this.counts.set(key, count);
  }
}
