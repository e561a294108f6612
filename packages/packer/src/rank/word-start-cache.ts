import { type UnpackedText, findWordStarts } from './word-starts.js';

interface KnownStarts {
  readonly length: number;
  readonly starts: Uint32Array;
}

/** Words whose places are kept, at most: 16 MB, those of some 10,000 chunks. */
const maxWords = 4_000_000;

/**
 * Remembers where the words of chunks begin: most chunks are ranked again and again, for other tasks. The oldest are
 * forgotten first.
 */
export class WordStartCache {
  private readonly known = new Map<string, KnownStarts>();
  private words = 0;

  constructor(private readonly limit = maxWords) {}

  /** @param id holds a hash of the text, as a chunk's id does */
  of(id: string, text: UnpackedText): Uint32Array {
    const found = this.known.get(id);
    // The hash is short: the length makes it longer.
    if (found?.length === text.length) return found.starts;
    const starts = findWordStarts(text);
    this.keep(id, { length: text.length, starts });
    return starts;
  }

  private keep(id: string, made: KnownStarts): void {
    this.forget(id);
    this.known.set(id, made);
    this.words += made.starts.length;
    for (const oldest of this.known.keys()) {
      if (this.words <= this.limit) break;
      this.forget(oldest);
    }
  }

  private forget(id: string): void {
    this.words -= this.known.get(id)?.starts.length ?? 0;
    this.known.delete(id);
  }
}
