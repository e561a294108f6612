import TinyQueue from 'tinyqueue';

/** The score of an element, by its index in a list. */
export interface Scored {
  readonly index: number;
  readonly score: number;
}

/** A priority queue: the highest score first; of equal scores the lowest index. */
export function scoreQueue(scored: readonly Scored[] = []): TinyQueue<Scored> {
  return new TinyQueue([...scored], (a, b) => b.score - a.score || a.index - b.index);
}
