import type { FileReference } from '@lexichord/text-index/internal';

/** Kinds of queries. */
export type QueryKind = 'symbol' | 'path' | 'trace' | 'question';

/** A parsed query. */
export interface AskedQuery {
  readonly text: string;
  readonly kind: QueryKind;
  /** Distinct words as the index has them, in the order of the query. */
  readonly words: readonly string[];
  /** Names to look up among the definitions, as written. */
  readonly names: readonly string[];
  /** Files that the query names, optionally with a line. */
  readonly places: readonly FileReference[];
}
