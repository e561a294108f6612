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

/** @param texts the words of each chunk, with repetitions */
export function postingsOf(texts: readonly (readonly string[])[]): Postings {
  const entries = new Map<string, number[]>();
  for (const [chunk, words] of texts.entries()) {
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of counts) {
      const list = entries.get(word);
      const limited = Math.min(count, 0xffff);
      if (list === undefined) entries.set(word, [chunk, limited]);
      else list.push(chunk, limited);
    }
  }
  const table = new PostingsTable([...entries.values()].reduce((sum, list) => sum + list.length / 2, 0));
  for (const word of [...entries.keys()].sort()) {
    const list = entries.get(word) ?? [];
    for (let index = 0; index < list.length; index += 2) table.add(list[index] ?? 0, list[index + 1] ?? 0);
    table.endRow(word);
  }
  return table.finish(Uint32Array.from(texts, ({ length }) => length));
}

/** Rows one after the other. */
export class PostingsTable {
  private readonly rows = new Map<string, number>();
  private readonly starts: number[] = [0];
  private readonly chunks: Uint32Array;
  private readonly counts: Uint16Array;
  private length = 0;

  /** @param capacity most entries */
  constructor(capacity: number) {
    this.chunks = new Uint32Array(capacity);
    this.counts = new Uint16Array(capacity);
  }

  add(chunk: number, count: number): void {
    this.chunks[this.length] = chunk;
    this.counts[this.length] = count;
    this.length += 1;
  }

  /** The entries since the last row are this word's; without any it has no row. */
  endRow(word: string): void {
    if (this.length === this.starts.at(-1)) return;
    this.rows.set(word, this.rows.size);
    this.starts.push(this.length);
  }

  finish(lengths: Uint32Array): Postings {
    const { rows, length } = this;
    return {
      rows,
      starts: Uint32Array.from(this.starts),
      chunks: this.chunks.slice(0, length),
      counts: this.counts.slice(0, length),
      lengths,
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
