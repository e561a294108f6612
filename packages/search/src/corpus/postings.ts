/** Saturation of a word that occurs again and again. */
const k1 = 1.2;

/** How much a long text is held against it. */
const b = 0.7;

/** Which chunks hold which words, and how often. */
export interface Postings {
  readonly rows: ReadonlyMap<string, number>;
  /** Where the entries of a row begin; one more than there are rows. */
  readonly starts: Uint32Array;
  /** Chunks of each row, ascending. */
  readonly chunks: Uint32Array;
  /** How often the word occurs there. */
  readonly counts: Uint16Array;
  /** Words of each chunk. */
  readonly lengths: Uint32Array;
}

/** Collects words chunk by chunk. */
export class PostingsBuilder {
  private readonly entries = new Map<string, number[]>();
  private readonly lengths: number[] = [];

  add(words: readonly string[]): void {
    const chunk = this.lengths.length;
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of counts) {
      const entries = this.entries.get(word);
      const limited = Math.min(count, 0xffff);
      if (entries === undefined) this.entries.set(word, [chunk, limited]);
      else entries.push(chunk, limited);
    }
    this.lengths.push(words.length);
  }

  build(): Postings {
    const words = [...this.entries.keys()].sort();
    const total = words.reduce((sum, word) => sum + (this.entries.get(word)?.length ?? 0) / 2, 0);
    const starts = new Uint32Array(words.length + 1);
    const chunks = new Uint32Array(total);
    const counts = new Uint16Array(total);
    let at = 0;
    for (const [row, word] of words.entries()) {
      starts[row] = at;
      const entries = this.entries.get(word) ?? [];
      for (let index = 0; index < entries.length; index += 2) {
        chunks[at] = entries[index] ?? 0;
        counts[at] = entries[index + 1] ?? 0;
        at += 1;
      }
    }
    starts[words.length] = at;
    return {
      rows: new Map(words.map((word, row) => [word, row])),
      starts,
      chunks,
      counts,
      lengths: Uint32Array.from(this.lengths),
    };
  }
}

/** How rare a word is among the chunks (inverse document frequency); above 0, also for a word that is nowhere. */
export function rarityOf(word: string, { rows, starts, lengths }: Postings): number {
  const row = rows.get(word);
  const found = row === undefined ? 0 : (starts[row + 1] ?? 0) - (starts[row] ?? 0);
  return Math.log(1 + (lengths.length - found + 0.5) / (found + 0.5));
}

/**
 * BM25 of every chunk, as a share of what a chunk could get at most: 0 to 1, comparable between queries.
 *
 * @param rarities of the distinct words of the query
 */
export function scoreWords(rarities: ReadonlyMap<string, number>, postings: Postings): Float64Array {
  const { rows, starts, chunks, counts, lengths } = postings;
  const scores = new Float64Array(lengths.length);
  const most = [...rarities.values()].reduce((sum, rarity) => sum + rarity, 0) * (k1 + 1);
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  for (const [word, rarity] of rarities) {
    const row = rows.get(word);
    if (row === undefined) continue;
    for (let at = starts[row] ?? 0; at < (starts[row + 1] ?? 0); at += 1) {
      const chunk = chunks[at] ?? 0;
      const count = counts[at] ?? 0;
      const lengthFactor = 1 - b + (b * (lengths[chunk] ?? 0)) / meanLength;
      scores[chunk] = (scores[chunk] ?? 0) + (rarity * count * (k1 + 1)) / (count + k1 * lengthFactor) / most;
    }
  }
  return scores;
}
