import TinyQueue from 'tinyqueue';

/** What something is worth, by its place in a list. */
export interface Scored {
  readonly index: number;
  readonly score: number;
}

/** The highest score first, of equal ones the lowest index. */
export function scoreQueue(scored: readonly Scored[] = []): TinyQueue<Scored> {
  return new TinyQueue([...scored], (a, b) => b.score - a.score || a.index - b.index);
}
